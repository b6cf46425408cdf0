/** The legal moves of one kind of object: status to trigger to next status. */
export type Moves = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The page of states: a diagram and a table for each kind of object, generated from the tables that the code
 * reads.
 */
export function statesPage(kinds: Readonly<Record<string, Moves>>): string {
  const sections = Object.entries(kinds).map(([kind, moves]) => section(kind, moves));
  return `# States

Made from the code by \`npm run states\`; edit the tables there, not this page. A move that is not listed is refused.

${sections.join('\n')}`;
}

function section(kind: string, moves: Moves): string {
  const all = Object.entries(moves).flatMap(([from, to]) => Object.entries(to).map(([trigger, state]) => ({ from, trigger, state })));
  const ends = Object.keys(moves).filter((state) => Object.keys(moves[state] ?? {}).length === 0);
  const starts = Object.keys(moves).filter((state) => !all.some((move) => move.state === state));
  const diagram = [
    ...starts.map((state) => `[*] --> ${state}`),
    ...all.map(({ from, trigger, state }) => `${from} --> ${state}: ${trigger}`),
    ...ends.map((state) => `${state} --> [*]`),
  ];
  const rows = all.map(({ from, trigger, state }) => `| \`${from}\` | ${trigger} | \`${state}\` |`);
  return `## ${kind}

\`\`\`mermaid
stateDiagram-v2
${diagram.map((line) => `    ${line}`).join('\n')}
\`\`\`

| From | What happens | To |
| --- | --- | --- |
${rows.join('\n')}

Ends: ${ends.map((state) => `\`${state}\``).join(', ')}.
`;
}

/** The legal moves of one kind of object: for each state, the next state by trigger. */
export type Moves = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns docs/states.md: a diagram and a table for each kind of object, from the code's own tables. */
export function statesPage(kinds: Readonly<Record<string, Moves>>): string {
  const sections = Object.entries(kinds).map(([kind, moves]) => section(kind, moves));
  return `# States

Generated from the code by \`npm run states\`; edit the tables there, not this page. A move that is not listed is
refused.

${sections.join('\n')}`;
}

function section(kind: string, moves: Moves): string {
  const all = Object.entries(moves).flatMap(([from, to]) =>
    Object.entries(to).map(([trigger, state]) => ({ from, trigger, state })),
  );
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

| From | Move | To |
| --- | --- | --- |
${rows.join('\n')}

Final states: ${ends.map((state) => `\`${state}\``).join(', ')}.
`;
}

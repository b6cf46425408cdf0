import type { MagicValue } from '../../src/domain/magic-values.ts';

/** The page of the sandbox's magic values, generated from the table that the code reads. */
export function magicValuesPage(values: readonly MagicValue[]): string {
  const rows = values.map(({ value, appliesTo, effect }) => `| ${shown(value)} | ${appliesTo} | ${effect} |`);
  return `# Magic values of the sandbox

Made from the code by \`npm run magic-values\`; edit the table there, not this page. In live these values mean nothing.

| Value | In | What happens |
| --- | --- | --- |
${rows.join('\n')}

An amount is meant to the last minor unit, whatever the currency. A text may stand anywhere in the field, in exactly this spelling: \`Mismatch Ltd\` is magic,
\`mismatch ltd\` is not.
`;
}

function shown(value: string | number): string {
  return typeof value === 'number' ? `\`${value}\`` : `a text with \`${value}\``;
}

import type { MagicValue } from '../../src/domain/magic-values.ts';

/** Returns docs/magic-values.md, from the table that the code decides by. */
export function magicValuesPage(values: readonly MagicValue[]): string {
  const rows = values.map(({ value, appliesTo, effect }) => `| ${shown(value)} | ${appliesTo} | ${effect} |`);
  return `# Magic values of the sandbox

Generated from the code by \`npm run magic-values\`; edit the table there, not this page. In live these values
have no effect.

| Value | Field | Effect |
| --- | --- | --- |
${rows.join('\n')}

An amount must match to the last minor unit, in any currency. A text may be anywhere in the field, in exactly
this spelling: \`Mismatch Ltd\` has the effect, \`mismatch ltd\` has none.
`;
}

function shown(value: string | number): string {
  return typeof value === 'number' ? `\`${value}\`` : `a text with \`${value}\``;
}

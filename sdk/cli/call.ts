import { KNOWN } from '../client.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';

/** Calls any operation of the API by its id. */
export const call: Command = {
  about: 'any operation of the API by its id; without one, their names',
  takes: '[<operationId> [name=value …]]',
  async run({ api, words, answer }) {
    const [operation, ...pairs] = words;
    if (operation === undefined) {
      const ids = Object.keys(KNOWN);
      return answer(
        { operations: ids },
        ids.map((id) => `${id.padEnd(28)} ${KNOWN[id]?.method} ${KNOWN[id]?.path}`),
      );
    }
    const known = KNOWN[operation];
    if (known === undefined)
      throw new UsageError(`there is no operation ${operation}: \`payments call\` lists them`);
    const texts = new Set([
      ...known.query,
      ...[...known.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    ]);
    const params = Object.fromEntries(
      pairs.map((pair) => {
        const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
        if (name === undefined || value === undefined) throw new UsageError(`${pair} is not name=value`);
        return [name, texts.has(name) ? value : parsed(value)];
      }),
    );
    const groups = api as unknown as Record<string, Record<string, (given: object) => Promise<unknown>>>;
    const result = await groups[known.group]?.[operation]?.(params);
    answer(result, [JSON.stringify(result, null, 2)]);
  },
};

/** Parses the text as JSON, or returns the text itself. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

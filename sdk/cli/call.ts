import { KNOWN } from '../client.ts';
import { orgOf, UsageError } from './command.ts';
import type { Command, Context } from './command.ts';

/** Calls any operation of the API by its id. */
export const call: Command = {
  about: 'call any operation of the API by its id; without one, list them',
  args: [
    { name: '[operation]', about: 'its id, such as listSales', choices: Object.keys(KNOWN), isOpen: true },
    { name: '[parameters...]', about: 'name=value: of the path, the query or the body; values may be JSON' },
  ],
  examples: ['listSales status=CAPTURED limit=5', 'getCheckout id=<checkout id>'],
  more: ['The chosen organization is filled in where a call needs one.'],
  async run(context) {
    const { api, words, answer } = context;
    const [operation, ...pairs] = words;
    if (operation === undefined) {
      const ids = Object.keys(KNOWN);
      const rows = ids.map((id) => [id, KNOWN[id]?.method ?? '', KNOWN[id]?.path ?? '']);
      return answer({ operations: ids }, { head: ['operation', 'method', 'path'], rows, none: '' });
    }
    const known = KNOWN[operation];
    if (known === undefined)
      throw new UsageError(`there is no operation ${operation}: \`payments call\` lists them`);
    const given = paramsOf(known, pairs);
    const params = { ...(await defaultsOf(context, known, given)), ...given };
    const groups = api as unknown as Record<string, Record<string, (given: object) => Promise<unknown>>>;
    const result = await groups[known.group]?.[operation]?.(params);
    answer(result, [JSON.stringify(result, null, 2)]);
  },
};

type Operation = (typeof KNOWN)[string];

function paramsOf({ query, path }: Operation, pairs: readonly string[]): Record<string, unknown> {
  const texts = new Set([...query, ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)]);
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
      if (name === undefined || value === undefined) throw new UsageError(`${pair} is not name=value`);
      return [name, texts.has(name) ? value : parsed(value)];
    }),
  );
}

/** The organization to act for, where the call takes one and none is given. */
async function defaultsOf(
  context: Context,
  { path, query }: Operation,
  given: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  if (path.startsWith('/orgs/{id}') && given['id'] === undefined) return { id: await orgOf(context) };
  const named = context.flags['org'] ?? context.memory.profile.org_id;
  // A key from the environment acts for its own organization.
  const isOpen = query.includes('org_id') && given['org_id'] === undefined && !context.keyIsGiven;
  return isOpen && typeof named === 'string' ? { org_id: named } : {};
}

/** Parses the text as JSON, or returns the text itself. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

import type { Answer } from '../client.ts';
import { numberFlag, orgOf, UsageError } from './command.ts';
import type { Command, Context } from './command.ts';

const MOST = 200;

/** Prints the request log of the organization: its calls, and the reason of each refusal. */
export const logs: Command = {
  about: 'calls of the organization, newest first, with the reason of each refusal',
  examples: ['--failed', '--route /charges/{auth_id}/capture --limit 10'],
  options: {
    failed: { about: 'only those that were refused or failed' },
    route: {
      takes: 'path',
      about: 'only calls of this path, as the reference writes it: /charges/{auth_id}/capture',
    },
    request: { takes: 'request id', about: 'only the call with this x-request-id' },
    limit: { takes: 'n', about: `how many, up to ${MOST}; default: 50` },
  },
  more: ['Calls are stored for 30 days, unless the operator of the service chose another period.'],
  async run(context) {
    const found = await callsOf(context);
    context.answer(
      { requests: found },
      { head: HEAD, rows: found.map(rowOf), none: 'No such call is known.' },
    );
  },
};

type Logged = Answer<'listRequests'>['requests'][number];

async function callsOf(context: Context): Promise<readonly Logged[]> {
  const { api, flags } = context;
  const limit = numberFlag(context, 'limit') ?? 50;
  if (limit < 1 || limit > MOST) throw new UsageError(`--limit must be from 1 to ${MOST}`);
  const { request, route, failed } = flags;
  const wanted = {
    id: await orgOf(context),
    ...(typeof request === 'string' && { request_id: request }),
    ...(typeof route === 'string' && { route }),
  };
  // The API lists failures by status class, so each class needs its own query.
  const classes = failed === true ? [{ status: '4xx' }, { status: '5xx' }] : [{}];
  const found = await Promise.all(
    classes.map((one) => newest(api.organizations.listRequests.each({ ...wanted, ...one, limit }), limit)),
  );
  return found
    .flat()
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
    .slice(0, limit);
}

async function newest(calls: AsyncIterable<Logged>, limit: number): Promise<Logged[]> {
  const found: Logged[] = [];
  for await (const call of calls) {
    found.push(call);
    if (found.length === limit) break;
  }
  return found;
}

const HEAD = ['time', 'status', 'method', 'path', 'ms', 'reason', 'detail', 'request'];

function rowOf({ created_at, status, method, path, ms, reason, detail, request_id }: Logged): string[] {
  return [created_at, status, method, path, ms, reason, detail, request_id].map((cell) => String(cell ?? ''));
}

import type { Caller, Credential } from './caller.ts';
import type { Cell } from './commands.ts';
import type { History, RecordedCall } from './history.ts';
import type { Merchant, Shopper } from './people.ts';

const PAGE = 200;

/** The calls, grouped by the number of times that the books may show them. */
interface Expected {
  /** Answered 200: exactly once. */
  readonly done: readonly RecordedCall[];
  /** Without an answer, or answered 503 while a process died: once or never. */
  readonly open: readonly RecordedCall[];
}

/** The history to compare with the books, and the callers that read the books. */
export interface Books {
  readonly history: History;
  readonly caller: Caller;
  /** The owner of every organization, because only members may list payouts. */
  readonly owner: Shopper;
}

/**
 * Compares the answers to one cell's clients with the final books that the API shows. Returns one sentence
 * for each command that the books miss, or show more often than it was carried out.
 */
export async function compareBooks(cell: Cell, books: Books): Promise<string[]> {
  const calls = books.history.calls.filter(({ merchant }) => merchant === cell.merchant.id);
  return [
    ...(await compareCheckouts(cell.merchant, calls, books)),
    ...(await comparePayouts(cell.merchant, calls, books)),
    ...(await compareWallets(cell, calls, books)),
  ];
}

async function compareCheckouts(
  { id, key }: Merchant,
  calls: readonly RecordedCall[],
  books: Books,
): Promise<string[]> {
  const rows = await readAll(books.caller, { path: `/orgs/${id}/sales`, credential: key, field: 'sales' });
  const ids = new Map<unknown, unknown[]>();
  for (const row of rows) ids.set(row['order_id'], [...(ids.get(row['order_id']) ?? []), row['id']]);
  return faultsOf(
    expectedOf('create', calls, books.history),
    'checkout',
    ({ order }) => ids.get(order)?.length ?? 0,
  ).concat(surplus(rows.length, calls, { operation: 'create', noun: 'checkouts', history: books.history }));
}

async function comparePayouts(
  { id }: Merchant,
  calls: readonly RecordedCall[],
  books: Books,
): Promise<string[]> {
  const rows = await readAll(books.caller, {
    path: `/payouts?org_id=${id}`,
    credential: books.owner.session,
    field: 'payouts',
  });
  const expected = expectedOf('payout', calls, books.history);
  for (const call of expected.open) {
    const row = rows.find((one) => one['amount_minor'] === call.amount);
    books.history.noteInBooks(call.id, row !== undefined, row === undefined ? undefined : String(row['id']));
  }
  return faultsOf(
    expected,
    'payout',
    ({ amount }) => rows.filter((row) => row['amount_minor'] === amount).length,
  ).concat(surplus(rows.length, calls, { operation: 'payout', noun: 'payouts', history: books.history }));
}

/**
 * Checks that every top-up is booked once, every captured charge is paid once, and every answered return is
 * refunded once.
 */
async function compareWallets(
  cell: Cell,
  calls: readonly RecordedCall[],
  { history, caller }: Books,
): Promise<string[]> {
  const entries: Entry[] = [];
  const faults: string[] = [];
  for (const { id, session } of cell.shoppers) {
    const rows = await readAll(caller, { path: '/wallet/entries', credential: session, field: 'entries' });
    const own = rows.map((row): Entry => ({
      kind: String(row['kind']),
      amount: Number(row['amount_minor']),
      charge: row['charge_id'],
    }));
    entries.push(...own);
    const topUps = history.calls.filter(({ operation, shopper }) => operation === 'top up' && shopper === id);
    const counted = ({ amount }: RecordedCall) =>
      own.filter((entry) => entry.kind === 'topup' && entry.amount === amount).length;
    const expected = expectedOf('top up', topUps, history);
    for (const call of expected.open) history.noteInBooks(call.id, counted(call) > 0);
    faults.push(...faultsOf(expected, 'top-up', counted));
  }
  return [
    ...faults,
    ...cell.sales.flatMap((sale) => faultsOfCharge(sale.checkout, calls, { entries, history })),
  ];
}

interface Entry {
  readonly kind: string;
  readonly amount: number;
  readonly charge: unknown;
}

function faultsOfCharge(
  checkout: string,
  calls: readonly RecordedCall[],
  { entries, history }: { entries: readonly Entry[]; history: History },
): string[] {
  const own = calls.filter((call) => call.checkout === checkout);
  const charge = own.find((call) => call.charge !== undefined)?.charge;
  if (charge === undefined) return [];
  const [captures, returns] = [expectedOf('capture', own, history), expectedOf('return', own, history)];
  const taken = entries.filter((entry) => entry.charge === charge && entry.kind === 'capture').length;
  const given = entries
    .filter((entry) => entry.charge === charge && entry.kind === 'return')
    .map(({ amount }) => amount);
  const faults: string[] = [];
  if (taken > 1) faults.push(`charge ${charge} is taken ${taken} times`);
  if (captures.done.length > 0 && taken === 0)
    faults.push(`charge ${charge} was captured and is not in the books`);
  if (captures.done.length + captures.open.length === 0 && taken > 0)
    faults.push(`charge ${charge} is taken and was not captured`);
  const left = [...given];
  for (const { answer, id } of returns.done) {
    const place = left.indexOf(answer.refund ?? Number.NaN);
    if (place < 0) faults.push(`return #${id} of ${answer.refund} on charge ${charge} is not in the books`);
    else left.splice(place, 1);
  }
  if (left.length > returns.open.length)
    faults.push(`charge ${charge} has ${left.length - returns.open.length} returns too many`);
  const answered = new Set(returns.done.map(({ answer }) => answer.id));
  if (answered.size !== returns.done.length)
    faults.push(`two returns on charge ${charge} were answered with one id`);
  return faults;
}

function expectedOf(
  operation: RecordedCall['operation'],
  calls: readonly RecordedCall[],
  history: History,
): Expected {
  const own = calls.filter((call) => call.operation === operation);
  return {
    done: own.filter(({ outcome }) => outcome === 'done'),
    open: own.filter(
      (call) => call.outcome === 'unknown' || (call.outcome === 'not done' && diedDuring(call, history)),
    ),
  };
}

/**
 * Returns true if a process was killed during this call. Only then may a command that got 503 have taken
 * effect.
 */
function diedDuring({ start, end }: RecordedCall, { faults }: History): boolean {
  return faults.some(({ kind, at }) => kind === 'kill' && at <= end && at + 100_000 >= start);
}

function faultsOf({ done, open }: Expected, noun: string, count: (call: RecordedCall) => number): string[] {
  const faults: string[] = [];
  for (const call of done) {
    const times = count(call);
    if (times !== 1)
      faults.push(`${noun} of call #${call.id} was answered 200 and is in the books ${times} times`);
  }
  for (const call of open) {
    const times = count(call);
    if (times > 1)
      faults.push(`${noun} of call #${call.id} had no answer and is in the books ${times} times`);
  }
  return faults;
}

/** The rows that no call explains: those of commands that were refused, or got 503. */
function surplus(
  rows: number,
  calls: readonly RecordedCall[],
  { operation, noun, history }: { operation: RecordedCall['operation']; noun: string; history: History },
): string[] {
  const { done, open } = expectedOf(operation, calls, history);
  return rows > done.length + open.length
    ? [`${rows} ${noun} are in the books, ${done.length} were answered 200 and ${open.length} had no answer`]
    : [];
}

/** Reads every row of a list. */
async function readAll(
  caller: Caller,
  { path, credential, field }: { path: string; credential: Credential; field: string },
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let cursor = ''; ;) {
    const query = `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const page = await caller.insist({ method: 'GET', path: query, credential });
    rows.push(...(page[field] as Record<string, unknown>[]));
    if (page['next_cursor'] === null) return rows;
    cursor = String(page['next_cursor']);
  }
}

import { join } from 'node:path';
import { createConduct } from './bank-conduct.ts';
import type { BankConduct } from './bank-conduct.ts';
import { BankLedger } from './bank-ledger.ts';
import type { Deposit, Move, Order, Transfer } from './bank-ledger.ts';
import { createMix } from './bank-mix.ts';
import type { BankMix } from './bank-mix.ts';
import { isSameOrder, readOrder } from './bank-order.ts';
import { REASONS, scriptOf, WAITS } from './bank-script.ts';
import type { BankScript } from './bank-script.ts';
import { createCallbacks } from './callbacks.ts';
import type { PartnerCall, PartnerContext, PartnerReply, PartnerSimulator } from './partners.ts';

interface Bank {
  readonly ledger: BankLedger;
  readonly conduct: BankConduct;
  readonly mix: BankMix;
  /** The default callback URL. */
  readonly serviceEvents: string;
  /** The number of lookups of each reference. */
  readonly asked: Map<string, number>;
  /** The orders that were refused without a trace. A control books one all the same. */
  readonly refused: Map<string, Order>;
}

const MOST_LISTED = 200;
const NOT_FOUND: PartnerReply = { status: 404, json: { error: 'not found' } };
const OK: PartnerReply = { status: 200, json: { ok: true } };
const bad = (error: string): PartnerReply => ({ status: 400, json: { error } });

/**
 * A bank with its own ledger. It makes at most one transfer per reference, whatever its answers say.
 *
 * For the service, with its token: `POST /transfers` (header `idempotency-key`: the reference), `GET
 * /transfers/{reference}`, `GET /deposits/{event id}`, `GET /transfers` and `GET /deposits` (`currency`,
 * `from`, `to`, `after`, `limit`). Controls, without a token: `POST /control`,
 * `POST /transfers/{reference}/settle | fail | return | book`, `POST /deposits`,
 * `GET /ledger`. docs/simulated-bank.md describes all.
 */
export function createBank(context: PartnerContext): PartnerSimulator {
  const { stateDirectory, bankSecret, serviceUrl } = context;
  const ledger = new BankLedger(stateDirectory === null ? null : join(stateDirectory, 'bank.jsonl'));
  const conduct = createConduct(ledger, createCallbacks(bankSecret));
  const bank: Bank = {
    ledger,
    conduct,
    mix: createMix(),
    serviceEvents: `${serviceUrl}/partners/bank/events`,
    asked: new Map(),
    refused: new Map(),
  };
  // Continues the transfers that a restart interrupted.
  for (const transfer of ledger.transfers.values()) void conduct.carryOut(transfer);
  return {
    answer: (call) => answer(bank, call),
    stop: () => conduct.stop(),
  };
}

function answer(bank: Bank, call: PartnerCall): Promise<PartnerReply> | PartnerReply {
  const [, noun = '', reference = '', verb = ''] = call.path.split('/').map(decodeURIComponent);
  switch (`${call.method} ${noun}${reference && '/*'}${verb && `/${verb}`}`) {
    case 'POST control':
      return control(bank, call.body);
    case 'POST transfers/*/settle':
    case 'POST transfers/*/fail':
    case 'POST transfers/*/return':
      return nudge(bank, reference, MOVE_OF[verb as keyof typeof MOVE_OF], call.body);
    case 'POST transfers/*/book':
      return book(bank, reference);
    case 'POST deposits':
      return receive(bank, call.body);
    case 'GET ledger':
      return showLedger(bank, call.query.get('reference'));
  }
  if (!call.isTrusted) return { status: 401, json: { error: 'unknown token' } };
  switch (`${call.method} ${noun}${reference && '/*'}${verb && `/${verb}`}`) {
    case 'POST transfers':
      return submit(bank, call);
    case 'GET transfers/*':
      return find(bank, reference);
    case 'GET transfers':
      return list([...bank.ledger.transfers.values()], call.query, (rows) => ({
        transfers: rows.map(shown),
      }));
    case 'GET deposits/*':
      return findDeposit(bank, reference);
    case 'GET deposits':
      return list(bank.ledger.deposits, call.query, (rows) => ({ deposits: rows.map(shownDeposit) }));
    default:
      return NOT_FOUND;
  }
}

async function submit(bank: Bank, { body, headers }: PartnerCall): Promise<PartnerReply> {
  const { ledger, mix, conduct } = bank;
  const order = readOrder(body, bank.serviceEvents);
  if (typeof order === 'string') return bad(`${order}: is wrong`);
  if (headers['idempotency-key'] !== order.reference) return bad('idempotency-key: must be the reference');
  const { count, script: name } = ledger.submitted(
    order.reference,
    mix.choose(order.reference, order.amount_minor),
  );
  const known = ledger.transfers.get(order.reference);
  if (known !== undefined) {
    return isSameOrder(known, order)
      ? { status: 200, json: shown(known) }
      : { status: 422, json: { error: 'idempotency key used for another transfer' } };
  }
  const script = scriptOf(name);
  if (script.accepts === 'never') {
    bank.refused.set(order.reference, order);
    return bad(REASONS.refused);
  }
  if (script.accepts === 'refused') {
    ledger.accept(order);
    ledger.move(order.reference, 'failed', REASONS.refused);
    return bad(REASONS.refused);
  }
  const isFirst = count === 1;
  if (isFirst && script.accepts === 'later') void acceptLater(bank, order);
  else if (!isFirst || script.accepts !== 'second time') await take(bank, order, script);
  return isFirst
    ? say(bank, order.reference, script)
    : { status: 200, json: shown(ledger.transfers.get(order.reference)) };

  async function acceptLater(at: Bank, late: Order): Promise<void> {
    if (await conduct.wait(WAITS.lateAcceptance)) await take(at, late, script);
  }
}

/** Accepts the order and runs its script. Waits for a callback that the script sends before the answer. */
async function take({ ledger, conduct }: Bank, order: Order, script: Partial<BankScript>): Promise<void> {
  const isNew = !ledger.transfers.has(order.reference);
  const transfer = ledger.accept(order);
  if (!isNew) return;
  const run = conduct.carryOut(transfer);
  if (script.callbacks === 'before the answer') await run;
}

async function say(
  { ledger, conduct }: Bank,
  reference: string,
  { answers }: Partial<BankScript>,
): Promise<PartnerReply> {
  switch (answers) {
    case 'never':
      for (;;) if (!(await conduct.wait(60_000))) return 'hang up';
    case 'error':
      return { status: 500, json: { error: 'internal error' } };
    case 'hang up':
      return 'hang up';
    case 'refusal':
      return bad(REASONS.refused);
    case 'garbage':
      return { status: 200, html: '<!doctype html><title>Bank</title>Welcome back' };
    case 'nonsense':
      return { status: 200, json: { ...shown(ledger.transfers.get(reference)), reference: 'another' } };
    case 'slowly':
      await conduct.wait(WAITS.slowAnswer);
      break;
    case undefined:
  }
  return { status: 200, json: shown(ledger.transfers.get(reference)) };
}

function find({ ledger, asked }: Bank, reference: string): PartnerReply {
  const before = asked.get(reference) ?? 0;
  asked.set(reference, before + 1);
  const script = scriptOf(ledger.submits.get(reference)?.script ?? 'usual');
  if (before < (script.deafFor ?? 0)) return { status: 503, json: { error: 'unavailable' } };
  const transfer = ledger.transfers.get(reference);
  return transfer === undefined
    ? { status: 404, json: { error: 'transfer not found' } }
    : { status: 200, json: shown(transfer) };
}

function findDeposit({ ledger }: Bank, eventId: string): PartnerReply {
  const deposit = ledger.deposits.find(({ event_id: id }) => id === eventId);
  return deposit === undefined
    ? { status: 404, json: { error: 'deposit not found' } }
    : { status: 200, json: shownDeposit(deposit) };
}

/** A transfer in the form of the service's API. */
function shown(transfer: Transfer | undefined): object {
  if (transfer === undefined) return {};
  const { id, reference, status, amount_minor, currency, reason, booked_at } = transfer;
  return { id, reference, status, amount_minor, currency, reason, booked_at };
}

function shownDeposit({
  id,
  event_id,
  user_id: reference,
  amount_minor,
  currency,
  occurred_at,
}: Deposit): object {
  return { id, event_id, reference, amount_minor, currency, occurred_at };
}

/**
 * One page in the order of booking, of rows that were booked from `from` on and before `to`. `after` is the
 * id of the last row of the previous page.
 */
function list<Row extends { id: string; currency: string; booked_at?: string; occurred_at?: string }>(
  rows: readonly Row[],
  query: URLSearchParams,
  body: (rows: readonly Row[]) => object,
): PartnerReply {
  const currency = query.get('currency');
  const after = query.get('after');
  const from = after === null ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  if (after !== null && from === 0) return bad('after: unknown');
  const limit = Math.min(Number(query.get('limit') ?? MOST_LISTED) || MOST_LISTED, MOST_LISTED);
  const [since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY] = ['from', 'to'].map((name) => {
    const text = query.get(name);
    return text === null ? undefined : Date.parse(text);
  });
  const left = rows.slice(from).filter((row) => {
    const bookedAt = Date.parse(row.booked_at ?? row.occurred_at ?? '');
    const isBetween = Number.isNaN(bookedAt) || (bookedAt >= since && bookedAt < until);
    return isBetween && (currency === null || row.currency === currency);
  });
  const page = left.slice(0, limit);
  return { status: 200, json: { ...body(page), next: left.length > limit ? page.at(-1)?.id : null } };
}

/** Books an order that was refused without a trace, and leaves it pending. */
function book({ ledger, refused }: Bank, reference: string): PartnerReply {
  const order = refused.get(reference);
  return order === undefined ? NOT_FOUND : { status: 200, json: shown(ledger.accept(order)) };
}

const MOVE_OF = { settle: 'settled', fail: 'failed', return: 'returned' } as const;

function nudge(
  { ledger, conduct }: Bank,
  reference: string,
  status: Move['status'],
  body: Readonly<Record<string, unknown>>,
): PartnerReply {
  const transfer = ledger.transfers.get(reference);
  if (transfer === undefined) return NOT_FOUND;
  const reason = status === 'settled' ? null : String(body['reason'] ?? REASONS[status]);
  const move = ledger.move(reference, status, reason);
  if (move === null) return bad(`transfer ${transfer.status}`);
  conduct.tell(move, Number(body['copies'] ?? 1));
  return { status: 200, json: move };
}

function receive(
  { ledger, conduct, serviceEvents }: Bank,
  body: Readonly<Record<string, unknown>>,
): PartnerReply {
  const deposit = ledger.receive({
    user_id: String(body['user_id']),
    amount_minor: Number(body['amount_minor']),
    currency: String(body['currency']),
    callback_url: String(body['callback_url'] ?? serviceEvents),
  });
  conduct.tellDeposit(deposit, Number(body['copies'] ?? 1));
  return { status: 200, json: deposit };
}

function control({ mix, conduct }: Bank, body: Readonly<Record<string, unknown>>): PartnerReply {
  const { reference, script, mix: weights, seed = 1, settle_after_ms: settleAfterMs } = body;
  if (script !== undefined && !mix.script(String(reference), String(script))) return bad('script: unknown');
  if (weights !== undefined && !mix.mix(weights as Record<string, unknown> | null, Number(seed)))
    return bad('mix: is wrong');
  if (settleAfterMs !== undefined)
    conduct.settleAfterMs = settleAfterMs === null ? null : Number(settleAfterMs);
  return OK;
}

function showLedger({ ledger, asked }: Bank, only: string | null): PartnerReply {
  const isWanted = (reference: string) => only === null || reference === only;
  const submits = [...ledger.submits].filter(([reference]) => isWanted(reference));
  return {
    status: 200,
    json: {
      transfers: [...ledger.transfers.values()].filter(({ reference }) => isWanted(reference)),
      deposits: ledger.deposits.filter(({ user_id: userId }) => isWanted(userId)),
      submits: submits.map(([reference, { count, script }]) => ({
        reference,
        count,
        script,
        asked: asked.get(reference) ?? 0,
      })),
      accounts: ledger.accounts(),
    },
  };
}

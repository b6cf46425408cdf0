import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import type { Environment } from '../../src/domain/environment.ts';
import { insertCounterparty } from '../../src/store/counterparties.ts';
import { lockWallet, postDeposit } from '../../src/store/deposits.ts';
import { recordAction } from '../../src/store/operator.ts';
import { recordPartnerEvent } from '../../src/store/partner-events.ts';
import { askPayout, payoutRow } from '../../src/store/payouts.ts';
import type { PayoutRow } from '../../src/store/payouts.ts';
import { workflowId } from '../../workflows/messages.ts';
import { newIban } from './live.ts';
import { until } from './people.ts';
import { capture, newShopper, openHold, openShop } from './time-skipping.ts';
import type { Shop, SkippedTime } from './time-skipping.ts';
import { IN_TIME } from './commands.ts';

/**
 * Amounts by whose endings the simulated bank lets a transfer wait for a control, refuses it, or accepts it
 * at the second submit.
 */
export const WAITS = 99_100;
export const REJECTED = 99_104;
/** The bank refuses it, and gives no final status. */
export const REFUSED_WITHOUT_TRACE = 99_121;
export const ERROR = 99_111;

const SOMEBODY = `user:${v7()}`;

/**
 * A business that may be paid out: sales in dollars, and a destination in Ireland for dollars' sake of tests
 * alone.
 */
export interface PayableShop extends Shop {
  readonly counterpartyId: string;
}

/** One with sales of a million in this environment. */
export async function payableShop(time: SkippedTime, env: Environment): Promise<PayableShop> {
  const shop = await openShop(time, { env });
  const consumerId = await newShopper(time, env === 'sandbox' ? 1_000_000 : 0);
  if (env === 'live') await goLive(time, shop, consumerId);
  await capture(time, await openHold(time, shop, { consumerId, total: 1_000_000 }));
  const counterpartyId = await writtenDestination(time, shop);
  await time.workflows.registerCounterparty(counterpartyId);
  return { ...shop, counterpartyId };
}

/** Another sale of the sandbox. */
export async function sell(time: SkippedTime, shop: Shop, total: number): Promise<void> {
  const consumerId = await newShopper(time, total);
  await capture(time, await openHold(time, shop, { consumerId, total }));
}

/** Verifies both and funds the consumer, as operator and bank do. */
export async function goLive(
  { database }: Pick<SkippedTime, 'database'>,
  { orgId }: Pick<Shop, 'orgId'>,
  consumerId: string,
): Promise<void> {
  const { pool } = database;
  await pool.query(`update orgs set kyb_status = 'APPROVED' where id = $1`, [orgId]);
  const after = { org_id: orgId, kyb_status: 'APPROVED' };
  await recordAction(pool, {
    id: v7(),
    operator: 'operator',
    action: 'set_kyb',
    target: `org:${orgId}`,
    before: null,
    after,
    reason: 'seen',
  });
  await pool.query(`update users set kyc_status = 'APPROVED' where id = $1`, [consumerId]);
  await pool.query(
    `insert into countries (country_code, live_partner) values ('US', true) on conflict do nothing`,
  );
  const eventId = randomUUID();
  await database.transaction(async (tx) => {
    const received = { eventId, type: 'deposit.received', reference: consumerId, occurredAt: new Date() };
    await recordPartnerEvent(tx, { ...received, partner: 'bank' });
    await lockWallet(tx, { env: 'live', currency: 'USD', userId: consumerId });
    const credit = { userId: consumerId, currency: 'USD', amount: 1_000_000 };
    await postDeposit(tx, { ...credit, journalId: v7(), eventId });
  });
}

export interface Naming {
  readonly name?: string;
  /** The name in the register: `name` by default. */
  readonly registeredName?: string;
  readonly forceReason?: string | null;
}

/**
 * A destination whose registration has not begun. Its holder is known to the register by another name if one
 * is given.
 */
export async function writtenDestination(
  { database, secrets, partners }: SkippedTime,
  { orgId, env }: Shop,
  { name = 'Corner Shop Ltd', registeredName, forceReason = null }: Naming = {},
): Promise<string> {
  const id = v7();
  const iban = newIban();
  await post(`${partners.url}/payee-names/holders`, {
    account: iban,
    registered_name: registeredName ?? name,
  });
  await insertCounterparty(database.pool, {
    counterpartyId: id,
    orgId,
    env,
    countryCode: 'IE',
    currency: 'USD',
    rail: 'iban',
    name,
    sealedAccount: secrets.seal(JSON.stringify({ kind: 'iban', iban }), id),
    accountMasked: `****${iban.slice(-4)}`,
    forceReason,
    actor: SOMEBODY,
  });
  return id;
}

/** Asks for a payout as the API does. Answers its id; a refusal is its reason. */
export async function requestPayout(time: SkippedTime, shop: PayableShop, amount: number): Promise<string> {
  const payoutId = await writtenRequest(time, shop, amount);
  const answer = await time.workflows.requestPayout({ payoutId, orgId: shop.orgId }, IN_TIME);
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return payoutId;
}

/** A request that no workflow has begun to carry out. */
export async function writtenRequest(
  { database }: SkippedTime,
  shop: PayableShop,
  amount: number,
): Promise<string> {
  const payoutId = v7();
  await askPayout(database.pool, { ...shop, payoutId, amount, currency: 'USD', actor: SOMEBODY });
  return payoutId;
}

/** The payout as the books have it. */
export async function payoutNow({ database }: SkippedTime, id: string): Promise<PayoutRow> {
  const row = await payoutRow(database.pool, { payoutId: id });
  if (row === null) throw new Error(`there is no payout ${id}`);
  return row;
}

/** Waits until the payout is so. */
export const payoutIs = (
  time: SkippedTime,
  id: string,
  is: (row: PayoutRow) => boolean,
): Promise<PayoutRow> => until(() => payoutNow(time, id), is);

/** The bank settles, fails or returns a transfer of this payout. Its callback reaches nobody. */
export const bankMoves = (
  { partners }: SkippedTime,
  id: string,
  to: 'settle' | 'fail' | 'return',
): Promise<void> => post(`${partners.url}/bank/transfers/${id}/${to}`, { copies: 0 });

/** A deposit that the bank has for a new user. Answers the id of the event that reports it. */
export async function depositAtBank(time: SkippedTime): Promise<string> {
  const userId = await newShopper(time, 0);
  const body = { user_id: userId, amount_minor: 5000, currency: 'USD', copies: 0 };
  const answer = await fetch(`${time.partners.url}/bank/deposits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { event_id: string }).event_id;
}

/** The number of submits and lookups of a payout at the bank. */
export async function bankSaw(
  { partners }: SkippedTime,
  id: string,
): Promise<{ submits: number; asked: number }> {
  const answer = await fetch(`${partners.url}/bank/ledger?reference=${id}`);
  const { submits } = (await answer.json()) as { submits: { count: number; asked: number }[] };
  return { submits: submits[0]?.count ?? 0, asked: submits[0]?.asked ?? 0 };
}

/** The durations of the workflow's timers, in seconds, oldest first. */
export async function waitsOf({ client }: SkippedTime, id: string): Promise<number[]> {
  const { events } = await client.workflow.getHandle(workflowId.payout(id)).fetchHistory();
  const timers = (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) =>
    timer ? [timer.startToFireTimeout] : [],
  );
  return timers.map((timeout) => Number(timeout?.seconds ?? 0) + Number(timeout?.nanos ?? 0) / 1e9);
}

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
}

import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { BANK_SCRIPTS } from '../../../simulators/bank-script.ts';
import { ROOT } from '../../../stack/places.ts';
import { findCallbackLag } from '../../../src/store/partner-callbacks.ts';
import { workflowId } from '../../../workflows/messages.ts';
import { apiTest } from '../../support/api-test.ts';
import { inWords, terminate } from '../../support/histories.ts';
import {
  atBank,
  becomes,
  liveBalance,
  liveMerchant,
  paidOut,
  simulator,
  tellOfBank,
} from '../../support/live.ts';
import { person, until } from '../../support/people.ts';

const service = apiTest({ own: 'stored_callbacks' });
const { books } = service;

const WAITS = Number(BANK_SCRIPTS.waits.amountEndsIn);

/** A callback about a deposit that the bank has for this person and reports by no other call. */
async function reported(userId: string): Promise<Record<string, unknown>> {
  const money = { amount_minor: 5000, currency: 'USD' };
  const deposit = { user_id: userId, ...money, copies: 0 };
  const { event_id: id, occurred_at } = await simulator('POST', '/bank/deposits', deposit);
  return { id, type: 'deposit.received', reference: userId, occurred_at, ...money };
}

const stored = async (eventId: unknown) =>
  (
    await books.query<{ is_handled: boolean }>(
      'select handled_at is not null as is_handled from partner_callbacks where event_id = $1',
      [eventId],
    )
  ).rows;
const balanceOf = async (userId: string) =>
  (
    await books.query<{ balance: number }>(
      `select balance::int from accounts where kind = 'wallet' and env = 'live' and owner_id = $1`,
      [userId],
    )
  ).rows;
/** Runs one reconciliation in its own process. The schedule runs it every ten minutes. */
function reconcile(): void {
  const env = { ...process.env, ...service.applications.environment };
  const run = spawnSync(process.execPath, [join(ROOT, 'stack', 'reconcile.ts')], { env, encoding: 'utf8' });
  expect([run.status, run.stderr]).toEqual([0, '']);
}
/** Lets the callbacks look as if they had come in a minute ago. */
const aged = () =>
  books.query(`update partner_callbacks set received_at = received_at - interval '1 minute'`);

test('a callback is stored, and handled when the bank’s answer about it is booked', async () => {
  const { userId } = await person();
  const event = await reported(userId);
  expect((await tellOfBank(event)).body).toEqual({ ok: true });
  expect(await stored(event['id'])).toEqual([{ is_handled: true }]);
  expect(await balanceOf(userId)).toEqual([{ balance: 5000 }]);
});

test('a callback that comes while no worker runs is accepted, and handled when one runs', async () => {
  const { userId } = await person();
  const event = await reported(userId);
  await service.applications.worker.kill();
  const { status, body } = await tellOfBank(event);
  expect([status, body]).toEqual([200, { ok: true }]);
  expect(await stored(event['id'])).toEqual([{ is_handled: false }]);
  await aged();
  const [ofBank, ofVerification] = await findCallbackLag(books, {});
  expect(ofBank?.seconds).toBeGreaterThanOrEqual(60);
  expect(ofVerification).toEqual({ partner: 'verification', seconds: 0 });
  await service.applications.restartWorker();
  await until(
    () => stored(event['id']),
    ([row]) => row?.is_handled === true,
  );
  expect((await findCallbackLag(books, {}))[0]).toEqual({ partner: 'bank', seconds: 0 });
  expect(await balanceOf(userId)).toEqual([{ balance: 5000 }]);
});

test('a stored callback that never reached its workflow is forwarded by the reconciliation: deposits and transfers', async () => {
  const { userId } = await person();
  const deposit = await reported(userId);
  const shop = await liveMerchant(books, { base: service.applications.apiUrl, sales: 1_000_000 });
  const payoutId = await paidOut(shop, WAITS);
  await until(
    async () => (await atBank(payoutId)).transfers.length,
    (count) => count === 1,
  );
  await simulator('POST', `/bank/transfers/${payoutId}/settle`, { copies: 0 });
  await becomes(shop, payoutId, 'SETTLED');
  await simulator('POST', `/bank/transfers/${payoutId}/return`, { copies: 0 });
  const lost = randomUUID();
  const store = `insert into partner_callbacks (partner, event_id, type, reference) values ('bank', $1, $2, $3)`;
  await books.query(store, [deposit['id'], 'deposit.received', userId]);
  await books.query(store, [lost, 'transfer.returned', payoutId]);
  await aged();
  reconcile();
  await becomes(shop, payoutId, 'RETURNED');
  for (const eventId of [deposit['id'], lost])
    await until(
      () => stored(eventId),
      ([row]) => row?.is_handled === true,
    );
  expect(await balanceOf(userId)).toEqual([{ balance: 5000 }]);
  expect(await liveBalance(shop)).toEqual({ available: 980_000, pending: 0 });
});

test('a late return is found although its callback is lost and its workflow was terminated', async () => {
  const shop = await liveMerchant(books, { base: service.applications.apiUrl, sales: 1_000_000 });
  const payoutId = await paidOut(shop, Number(BANK_SCRIPTS.settles.amountEndsIn));
  await becomes(shop, payoutId, 'SETTLED');
  await until(
    () => inWords(workflowId.lateReturns(payoutId)),
    ({ details }) => details.includes('then daily until'),
  );
  await terminate(workflowId.lateReturns(payoutId));
  await simulator('POST', `/bank/transfers/${payoutId}/return`, { copies: 0 });
  await books.query('update payouts set next_lookup_at = clock_timestamp() where id = $1', [payoutId]);
  reconcile();
  await becomes(shop, payoutId, 'RETURNED');
  expect(await liveBalance(shop)).toEqual({ available: 980_000, pending: 0 });
});

import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BANK_SCRIPTS } from '../../../simulators/bank-script.ts';
import { DATA } from '../../../stack/places.ts';
import { workflowId } from '../../../workflows/messages.ts';
import { apiTest } from '../../support/api-test.ts';
import { resetEverywhere, standingOf, textOfHistories } from '../../support/histories.ts';
import {
  approvedBySecond,
  atBank,
  becomes,
  enterLive,
  liveBalance,
  liveMerchant,
  newIban,
  paidOut,
  payLive,
  payoutOf,
  sellLive,
  setKyb,
  simulator,
  tellOfBank,
} from '../../support/live.ts';
import type { LiveMerchant } from '../../support/live.ts';
import { OLGA } from '../../support/operators.ts';
import { api, call, complianceRecordsOf, person, until } from '../../support/people.ts';
import type { Answer } from '../../support/people.ts';

const { books } = apiTest();

const outcomeOf = ({ status, body }: Answer) => [status, body.error ?? body];
const WAITS = Number(BANK_SCRIPTS.waits.amountEndsIn);

/** The final status and the submits of a payout under each of the bank's scripts. */
const ENDS: Readonly<
  Record<
    Exclude<keyof typeof BANK_SCRIPTS, 'waits' | 'refused_without_trace'>,
    readonly [end: string, submits: number]
  >
> = {
  settles: ['SETTLED', 1],
  fails: ['FAILED', 1],
  returns: ['RETURNED', 1],
  rejected: ['FAILED', 1],
  accepted_then_no_answer: ['SETTLED', 1],
  accepted_then_error: ['SETTLED', 1],
  accepted_then_hang_up: ['SETTLED', 1],
  accepted_then_garbage: ['SETTLED', 1],
  accepted_then_nonsense: ['SETTLED', 1],
  no_answer: ['SETTLED', 2],
  error: ['SETTLED', 2],
  hang_up: ['SETTLED', 2],
  accepted_late: ['SETTLED', 1],
  slow_answer: ['SETTLED', 1],
  early_callback: ['SETTLED', 1],
  three_callbacks: ['SETTLED', 1],
  late_callback: ['SETTLED', 1],
  reversed_callbacks: ['RETURNED', 1],
  lost_callback: ['SETTLED', 1],
  silent: ['SETTLED', 1],
  refused_then_booked: ['SETTLED', 1],
};
const MOVED: Readonly<Record<string, string>> = {
  SETTLED: 'settled',
  FAILED: 'failed',
  RETURNED: 'returned',
};

describe('a bank whose behaviour is', () => {
  let shop: LiveMerchant;
  /** All of them at once: some take their time. */
  const payouts = new Map<string, string>();
  beforeAll(async () => {
    shop = await liveMerchant(books, { sales: 10_000_000 });
    for (const script of Object.keys(ENDS)) {
      payouts.set(
        script,
        await paidOut(shop, Number(BANK_SCRIPTS[script as keyof typeof BANK_SCRIPTS].amountEndsIn)),
      );
    }
  });

  test('that it leaves thirty submits without an answer delays no other call: payees are checked, payouts are taken', async () => {
    const patient = await liveMerchant(books, { sales: 10_000_000 });
    const hanging: string[] = [];
    for (let count = 0; count < 30; count++)
      hanging.push(await paidOut(patient, Number(BANK_SCRIPTS.accepted_then_no_answer.amountEndsIn)));
    const isSent = async (id: string) => (await atBank(id)).submits.length === 1;
    await until(
      () => Promise.all(hanging.map(isSent)),
      (sent) => !sent.includes(false),
    );
    const other = await liveMerchant(books, { sales: 100_000 });
    await becomes(other, await paidOut(other, 5000), 'SETTLED');
    const { rows } = await books.query('select status, taken_at from payouts where id = $1', [
      hanging.at(-1),
    ]);
    expect(rows).toEqual([{ status: 'PENDING', taken_at: null }]);
  });

  test.each(Object.entries(ENDS))(
    '%s: the payout ends as %j says, with one transfer at most',
    async (script, [end, submits]) => {
      const id = payouts.get(script) ?? '';
      const amount = Number(BANK_SCRIPTS[script as keyof typeof BANK_SCRIPTS].amountEndsIn);
      const payout = await becomes(shop, id, end);
      const reason =
        { rejected: 'account unknown', fails: 'account closed' }[script] ?? 'returned by the receiving bank';
      expect(payout.failure_reason).toBe(end === 'SETTLED' ? null : reason);
      const bank = await atBank(id);
      expect(bank.transfers).toEqual([
        expect.objectContaining({
          status: MOVED[end],
          amount_minor: amount,
          currency: 'EUR',
          account: { iban: shop.iban },
        }),
      ]);
      expect(bank.submits).toEqual([expect.objectContaining({ reference: id, script, count: submits })]);
      expect(payout.timeline.filter(({ step }: { step: string }) => step === end.toLowerCase())).toHaveLength(
        1,
      );
    },
  );

  test('any of these: the merchant has what was sold less what was settled and did not come back', async () => {
    const settled = Object.entries(ENDS).filter(([, [end]]) => end === 'SETTLED');
    const paid = settled.reduce(
      (sum, [script]) => sum + Number(BANK_SCRIPTS[script as keyof typeof BANK_SCRIPTS].amountEndsIn),
      0,
    );
    expect(await liveBalance(shop)).toEqual({ available: 9_800_000 - paid, pending: 0 });
    const { rows } = await books.query(
      `select subject from compliance_records where org_id = $1 and decision = 'BLOCKED'`,
      [shop.orgId],
    );
    expect(rows).toEqual([]);
  });
});

const transferEvent = (reference: string, type: string, amount: number) => ({
  id: randomUUID(),
  type: `transfer.${type}`,
  reference,
  amount_minor: amount,
  currency: 'EUR',
  occurred_at: new Date().toISOString(),
});

const contradictions = async (id: string): Promise<number> =>
  (
    await books.query(`select 1 from compliance_records where subject = $1 and rule = 'bank_contradicts'`, [
      `payout:${id}`,
    ])
  ).rowCount ?? 0;
/** Until the bank has the transfer, and we know. */
const taken = (shop: LiveMerchant, id: string) =>
  until(
    async () => (await books.query('select taken_at from payouts where id = $1', [id])).rows[0].taken_at,
    (at) => at !== null,
  ).then(() => payoutOf(shop, id));

describe('a callback', () => {
  test('is a hint: what the bank itself does not say happens to nothing', async () => {
    const shop = await liveMerchant(books, { sales: 1_000_000 });
    const id = await paidOut(shop, WAITS);
    await taken(shop, id);
    const { asked = 0 } = (await atBank(id)).submits[0] ?? {};
    for (const type of ['settled', 'failed', 'returned']) {
      expect(outcomeOf(await tellOfBank(transferEvent(id, type, WAITS)))).toEqual([200, { ok: true }]);
    }
    await until(
      async () => (await atBank(id)).submits[0]?.asked ?? 0,
      (now) => now > asked,
    );
    expect(
      outcomeOf(
        await tellOfBank(transferEvent(id, 'settled', WAITS), undefined, 'a secret of somebody else'),
      )[0],
    ).toBe(401);
    expect((await payoutOf(shop, id)).status).toBe('PENDING');
    expect(await liveBalance(shop)).toEqual({ available: 980_000 - WAITS, pending: WAITS });
    await simulator('POST', `/bank/transfers/${id}/settle`, { copies: 3 });
    await becomes(shop, id, 'SETTLED');
    expect(await liveBalance(shop)).toEqual({ available: 980_000 - WAITS, pending: 0 });
  });

  test('about another amount changes nothing and leaves one compliance record', async () => {
    const shop = await liveMerchant(books, { sales: 1_000_000 });
    const id = await paidOut(shop, WAITS);
    await taken(shop, id);
    const event = transferEvent(id, 'settled', WAITS + 1);
    expect(outcomeOf(await tellOfBank(event))).toEqual([200, { ok: true }]);
    expect(outcomeOf(await tellOfBank(event))).toEqual([200, { ok: true }]);
    expect(await contradictions(id)).toBe(1);
    expect((await payoutOf(shop, id)).status).toBe('PENDING');
    await simulator('POST', `/bank/transfers/${id}/fail`, {});
    await becomes(shop, id, 'FAILED');
    expect(await liveBalance(shop)).toEqual({ available: 980_000, pending: 0 });
    expect(await contradictions(id)).toBe(1);
  });

  test('of a return, long after the settlement, begins the workflow again, which has ended by then; copies credit once', async () => {
    const shop = await liveMerchant(books, { sales: 1_000_000 });
    const id = await paidOut(shop, WAITS);
    await taken(shop, id);
    await simulator('POST', `/bank/transfers/${id}/settle`, {});
    await becomes(shop, id, 'SETTLED');
    const ended = await until(
      () => standingOf(workflowId.payout(id)),
      ({ status }) => status === 'COMPLETED',
    );
    await simulator('POST', `/bank/transfers/${id}/return`, { copies: 3, reason: 'account closed' });
    expect(await becomes(shop, id, 'RETURNED')).toMatchObject({ failure_reason: 'account closed' });
    expect((await standingOf(workflowId.payout(id))).runId).not.toBe(ended.runId);
    expect(await liveBalance(shop)).toEqual({ available: 980_000, pending: 0 });
    const { rows } = await books.query('select kind from journals where payout_id = $1 order by id', [id]);
    expect(rows.map(({ kind }) => kind)).toEqual(['payout', 'payout_settlement', 'payout_return']);
  });
});

describe('the gates of live', () => {
  test('KYB: none before it, none after it was withdrawn; a payout that is under way goes on', async () => {
    const shop = await liveMerchant(books, { sales: 1_000_000 });
    const id = await paidOut(shop, WAITS);
    for (const status of ['WITHDRAWN', 'REJECTED']) {
      await setKyb(shop, status);
      expect(outcomeOf(await payLive(shop, 100))).toEqual([403, 'merchant KYB not approved']);
      expect(outcomeOf(await api('POST', '/payouts', { key: shop.liveKey, body: {} }))).toEqual([
        403,
        'merchant KYB not approved',
      ]);
    }
    await taken(shop, id);
    await simulator('POST', `/bank/transfers/${id}/settle`, {});
    await becomes(shop, id, 'SETTLED');
    await setKyb(shop, 'APPROVED');
    expect((await payLive(shop, 100)).status).toBe(200);
  });

  test('come in the contract’s order: role, KYB, amount and currency, destination, monitoring, screening, balance', async () => {
    const shop = await liveMerchant(books, { sales: 1_000_000, name: 'Viktor Dragomir Zelenkov' });
    const support = await person();
    await call('POST', `/orgs/${shop.orgId}/members`, {
      session: shop.session,
      body: { user_id: support.userId, role: 'support' },
    });
    const theirs = await enterLive(support, { base: shop.base, orgId: shop.orgId });
    const ask = (body: object, by: object = { key: shop.liveKey }) =>
      api('POST', '/payouts', { ...by, body }).then(outcomeOf);
    const tooMuch = { amount_minor: 10 ** 12 + 1, currency: 'EUR', country_code: 'IE' };
    await setKyb(shop, 'WITHDRAWN');
    expect(await ask({}, { session: theirs })).toEqual([403, 'owner/admin/finance required']);
    expect(await ask({})).toEqual([403, 'merchant KYB not approved']);
    await setKyb(shop, 'APPROVED');
    expect(await ask({ ...tooMuch, amount_minor: 0, currency: 'eur' })).toEqual([
      400,
      'amount_minor: must be 1 or more',
    ]);
    expect(await ask({ ...tooMuch, currency: 'eur', country_code: 'XX' })).toEqual([400, 'bad currency']);
    expect(await ask({ ...tooMuch, country_code: 'XX' })).toEqual([400, 'bad country_code']);
    expect(await ask({ ...tooMuch, currency: 'USD', country_code: 'US' })).toEqual([
      400,
      'no bank destination',
    ]);
    expect(await ask(tooMuch)).toEqual([403, 'blocked by monitoring']);
    expect(await ask({ ...tooMuch, amount_minor: 980_001 })).toEqual([403, 'payee screening blocked']);
    const { rows } = await books.query<{ id: string }>('select id from screening_cases where org_id = $1', [
      shop.orgId,
    ]);
    for (const { id } of rows) {
      await call('POST', `/operator/screening/cases/${id}/clear`, {
        headers: OLGA,
        body: { reason: 'another person' },
      });
    }
    expect(await ask({ ...tooMuch, amount_minor: 980_001 })).toEqual([400, 'insufficient balance']);
    expect((await payLive(shop, 980_000)).status).toBe(200);
    const { rows: blocked } = await books.query(
      `select rule from compliance_records where org_id = $1 and env = 'live' and subject like 'payout:%' and decision = 'BLOCKED' order by recorded_at`,
      [shop.orgId],
    );
    expect(blocked).toEqual([
      { rule: 'merchant_kyb' },
      { rule: 'bank_destination' },
      { rule: 'amount' },
      { rule: 'screening' },
    ]);
  });

  test('a block by KYB or destination counts on the record of its day each time that it is judged, for operators to see, and counts towards no limit', async () => {
    const shop = await liveMerchant(books);
    const ask = (body: object, key: string) =>
      api('POST', '/payouts', { key: shop.liveKey, body, headers: { 'idempotency-key': key } });
    const [elsewhere, unverified] = [randomUUID(), randomUUID()];
    const order = { amount_minor: 100, currency: 'USD', country_code: 'US' };
    for (let time = 0; time < 2; time++)
      expect(outcomeOf(await ask(order, elsewhere))).toEqual([400, 'no bank destination']);
    await setKyb(shop, 'WITHDRAWN');
    for (let time = 0; time < 2; time++)
      expect(outcomeOf(await ask(order, unverified))).toEqual([403, 'merchant KYB not approved']);
    const theirs = (await complianceRecordsOf(shop)).filter(({ decision }) => decision === 'BLOCKED');
    // The answer to the payout without a destination was kept under its key. A 403 is not: each one was
    // judged anew.
    expect(theirs).toEqual([
      expect.objectContaining({
        rule: 'merchant_kyb',
        env: 'live',
        facts: { kyb: 'WITHDRAWN' },
        attempts: 2,
      }),
      expect.objectContaining({
        rule: 'bank_destination',
        env: 'live',
        attempts: 1,
        facts: { amount: 100, currency: 'USD', countryCode: 'US' },
      }),
    ]);
    const { rows } = await books.query(
      `select 1 from compliance_records where org_id = $1 and movement is not null`,
      [shop.orgId],
    );
    expect(rows).toEqual([]);
  });

  test('monitoring, screening and balance: a blocked payout is recorded, moves nothing, and reaches no bank', async () => {
    const shop = await liveMerchant(books, { sales: 1_000_000, name: 'Viktor Dragomir Zelenkov' });
    expect(outcomeOf(await payLive(shop, 10 ** 12 + 1))).toEqual([403, 'blocked by monitoring']);
    expect(outcomeOf(await payLive(shop, 100))).toEqual([403, 'payee screening blocked']);
    const honest = await liveMerchant(books, { sales: 1_000_000 });
    expect(outcomeOf(await payLive(honest, 980_001))).toEqual([400, 'insufficient balance']);
    // A magic amount of the sandbox is an ordinary one in live.
    await sellLive(honest, 100_000);
    expect((await payLive(honest, 666_600)).status).toBe(200);
    const { rows } = await books.query(
      `select rule, decision from compliance_records where org_id = $1 and subject like 'payout:%' order by recorded_at`,
      [shop.orgId],
    );
    expect(rows).toEqual([
      { rule: 'amount', decision: 'BLOCKED' },
      { rule: 'monitoring', decision: 'PASSED' },
      { rule: 'screening', decision: 'BLOCKED' },
    ]);
    expect(await liveBalance(shop)).toEqual({ available: 980_000, pending: 0 });
    const { rows: asked } = await books.query<{ id: string }>(
      'select id from payout_requests where org_id = $1',
      [shop.orgId],
    );
    for (const { id } of asked) expect((await atBank(id)).submits).toEqual([]);
  });

  test('screening: whose account it is by its register counts as well, whatever name was forced upon it', async () => {
    const shop = await liveMerchant(books, { sales: 1_000_000 });
    const iban = newIban();
    await simulator('POST', '/payee-names/holders', {
      account: iban,
      registered_name: 'Blackfjord Shipping AS',
    });
    const forced = {
      iban,
      name: 'Harmless Ltd',
      org_id: shop.orgId,
      force: true,
      force_reason: 'known to us',
    };
    const { counterparty_id: id } = await call('POST', '/bank/payout-iban', {
      session: shop.liveSession,
      body: forced,
    });
    await approvedBySecond(shop, id);
    expect(outcomeOf(await payLive(shop, 100))).toEqual([403, 'payee screening blocked']);
    const { rows } = await books.query('select entity_id from screening_cases where org_id = $1', [
      shop.orgId,
    ]);
    expect(rows).toEqual([{ entity_id: 'sample-0006' }]);
  });

  test('screening: a name with nothing to compare, which earlier releases took, is not screened, and nothing is sent', async () => {
    const shop = await liveMerchant(books, { sales: 1_000_000 });
    await books.query(`update counterparties set name = '---' where id = $1`, [shop.counterpartyId]);
    expect(outcomeOf(await payLive(shop, 100))).toEqual([503, 'temporarily unavailable']);
  });

  test('environment: the sandbox has none of it, and its nudges do not reach live', async () => {
    const shop = await liveMerchant(books, { sales: 1_000_000 });
    const id = await paidOut(shop, WAITS);
    expect(
      outcomeOf(
        await api('POST', '/payouts', {
          key: shop.key,
          body: { amount_minor: 1, currency: 'EUR', country_code: 'IE' },
        }),
      ),
    ).toEqual([400, 'no bank destination']);
    expect(outcomeOf(await api('GET', `/payouts/${id}`, { key: shop.key }))).toEqual([
      403,
      'key env mismatch',
    ]);
    for (const nudge of ['settle', 'fail', 'return']) {
      expect((await api('POST', `/sandbox/payouts/${id}/${nudge}`, { key: shop.key })).status).toBe(403);
      expect((await api('POST', `/sandbox/payouts/${id}/${nudge}`, { key: shop.liveKey })).status).toBe(404);
    }
    await taken(shop, id);
    await simulator('POST', `/bank/transfers/${id}/fail`, {});
    await becomes(shop, id, 'FAILED');
  });
});

test('account and holder are nowhere in the clear: not in the database, not in Temporal, not in the logs', async () => {
  const name = `Quibbleworth ${randomUUID().slice(0, 8)} Trading`;
  const shop = await liveMerchant(books, { sales: 100_000, name });
  const id = await paidOut(shop, 5000);
  await becomes(shop, id, 'SETTLED');
  const { rows: tables } = await books.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const holders: string[] = [];
  for (const { name: table } of tables) {
    const { rowCount } = await books.query(`select 1 from "${table}" t where t::text like $1`, [
      `%${shop.iban}%`,
    ]);
    if (rowCount !== 0) holders.push(table);
  }
  expect(holders).toEqual([]);
  const kept = await textOfHistories([workflowId.payout(id), workflowId.counterparty(shop.counterpartyId)]);
  expect(kept).toContain(id);
  expect(kept).toContain(shop.counterpartyId);
  for (const secret of [shop.iban, shop.iban.slice(4), 'Quibbleworth']) expect(kept).not.toContain(secret);
  const logs = join(DATA, 'test-logs', 'shared');
  for (const file of await readdir(logs)) {
    const text = await readFile(join(logs, file), 'utf8');
    for (const secret of [shop.iban, 'Quibbleworth']) expect(text.includes(secret)).toBe(false);
  }
  const { counterparties } = await call('GET', '/bank/counterparties', { session: shop.liveSession });
  expect(counterparties).toEqual([
    expect.objectContaining({ account_masked: `****${shop.iban.slice(-4)}`, name_match: 'match' }),
  ]);
});

test('a workflow that is reset to any of its tasks sends nothing again and changes nothing', async () => {
  const shop = await liveMerchant(books, { sales: 1_000_000 });
  const [settled, failed] = [await paidOut(shop, 99_101), await paidOut(shop, 99_102)];
  await Promise.all([becomes(shop, settled, 'SETTLED'), becomes(shop, failed, 'FAILED')]);
  const snapshot = async () => [
    await payoutOf(shop, settled),
    await payoutOf(shop, failed),
    await liveBalance(shop),
    (await books.query('select count(*) from compliance_records where org_id = $1', [shop.orgId])).rows,
    (await atBank(settled)).submits[0]?.count,
    (await atBank(failed)).submits[0]?.count,
  ];
  const before = await snapshot();
  expect(await resetEverywhere(workflowId.payout(settled))).toBeGreaterThan(2);
  expect(await resetEverywhere(workflowId.payout(failed))).toBeGreaterThan(2);
  expect(await snapshot()).toEqual(before);
}, 120_000);

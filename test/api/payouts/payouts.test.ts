import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { OLGA } from '../../support/operators.ts';
import { api, call, merchant, person } from '../../support/people.ts';
import type { Answer, Merchant } from '../../support/people.ts';
import { balanceOf, IBAN, order, payable, registerAch, sell } from '../../support/payouts.ts';

const { books } = apiTest();

const outcomeOf = ({ status, body }: Answer) => [status, body.error ?? body];
const pay = (shop: Merchant, body: object) => api('POST', '/payouts', { key: shop.key, body });
const advance = (shop: Merchant, seconds: number) =>
  call('POST', '/sandbox/clock/advance', { key: shop.key, body: { seconds } });
const detail = (shop: Merchant, id: string) => call('GET', `/payouts/${id}`, { key: shop.key });
const DAY = 24 * 60 * 60;

describe('a sandbox payout', () => {
  test('is reserved at once, settles a day later in org time, and is listed with its masked account', async () => {
    const shop = await payable();
    const { instruction_id: id } = await call('POST', '/payouts', { key: shop.key, body: order(5000) });
    expect(await balanceOf(shop)).toEqual({ available: 4800, pending: 5000 });
    const { fired: early } = await advance(shop, DAY - 60);
    expect(early).toEqual([]);
    expect((await detail(shop, id)).status).toBe('PENDING');
    const { fired } = await advance(shop, 60);
    expect(fired).toEqual([{ kind: 'payout_settlement', id, due_at: expect.any(String) }]);
    const settled = {
      id,
      provider: 'sandbox',
      amount_minor: 5000,
      currency: 'USD',
      status: 'SETTLED',
      created_at: expect.any(String),
      destination: '****6789',
      failure_reason: null,
    };
    expect(await call('GET', '/payouts', { session: shop.session })).toEqual({
      payouts: [settled],
      next_cursor: null,
    });
    expect(await balanceOf(shop)).toEqual({ available: 4800, pending: 0 });
  });

  test('settled and returned 40 days later is credited once, and its timeline shows it', async () => {
    const shop = await payable();
    const { instruction_id: id } = await call('POST', '/payouts', { key: shop.key, body: order(5000) });
    await advance(shop, 40 * DAY);
    await call('POST', `/sandbox/payouts/${id}/return`, { key: shop.key });
    expect(await balanceOf(shop)).toEqual({ available: 9800, pending: 0 });
    expect(outcomeOf(await api('POST', `/sandbox/payouts/${id}/return`, { key: shop.key }))).toEqual([
      400,
      'payout returned',
    ]);
    expect(await balanceOf(shop)).toEqual({ available: 9800, pending: 0 });
    const { timeline, status, failure_reason: reason } = await detail(shop, id);
    expect([status, reason]).toEqual(['RETURNED', 'asked for in the sandbox']);
    expect(timeline.map(({ step, amount_minor: moved }: Record<string, unknown>) => [step, moved])).toEqual([
      ['reserved', -5000],
      ['settled', null],
      ['returned', 5000],
    ]);
  });

  test('is settled, failed and returned by a nudge, where its state allows it', async () => {
    const shop = await payable();
    const { instruction_id: id } = await call('POST', '/payouts', { key: shop.key, body: order(1000) });
    const nudge = async (to: string, payout = id) =>
      outcomeOf(await api('POST', `/sandbox/payouts/${payout}/${to}`, { key: shop.key }));
    expect(await nudge('return')).toEqual([400, 'payout pending']);
    expect(await nudge('settle')).toEqual([200, { ok: true }]);
    expect(await nudge('settle')).toEqual([400, 'payout settled']);
    expect(await nudge('fail')).toEqual([400, 'payout settled']);
    expect(await nudge('return')).toEqual([200, { ok: true }]);
    const second = (await call('POST', '/payouts', { key: shop.key, body: order(1000) })).instruction_id;
    expect(await nudge('fail', second)).toEqual([200, { ok: true }]);
    expect(await detail(shop, second)).toMatchObject({
      status: 'FAILED',
      failure_reason: 'asked for in the sandbox',
    });
    expect(await balanceOf(shop)).toEqual({ available: 9800, pending: 0 });
    const stranger = await merchant();
    expect(outcomeOf(await api('POST', `/sandbox/payouts/${id}/settle`, { key: stranger.key }))).toEqual([
      404,
      'payout not found',
    ]);
    expect(await nudge('settle', randomUUID())).toEqual([404, 'payout not found']);
  });
});

describe('gates', () => {
  test('come in order: amount and currency, destination, monitoring, screening, balance', async () => {
    const shop = await merchant();
    await sell(shop, 10_000);
    expect(outcomeOf(await pay(shop, {}))).toEqual([400, 'amount_minor: must be a whole number']);
    expect(outcomeOf(await pay(shop, order(0)))).toEqual([400, 'amount_minor: must be 1 or more']);
    expect(outcomeOf(await pay(shop, order(1, { currency: 'usd' })))).toEqual([400, 'bad currency']);
    expect(outcomeOf(await pay(shop, order(1, { country_code: 'XX' })))).toEqual([400, 'bad country_code']);
    expect(outcomeOf(await pay(shop, order(666_600)))).toEqual([400, 'no bank destination']);
    await registerAch(shop, { name: 'Sanctioned Trading LLC' });
    expect(outcomeOf(await pay(shop, order(666_600)))).toEqual([403, 'blocked by monitoring']);
    expect(outcomeOf(await pay(shop, order(20_000)))).toEqual([403, 'payee screening blocked']);
    await registerAch(shop);
    expect(outcomeOf(await pay(shop, order(20_000)))).toEqual([400, 'insufficient balance']);
    expect(outcomeOf(await pay(shop, order(1, { currency: 'EUR' })))).toEqual([400, 'no bank destination']);
    expect(await balanceOf(shop)).toEqual({ available: 9800, pending: 0 });
    const { rows } = await books.query(
      `select rule, decision from compliance_records where org_id = $1 and subject like 'payout:%' and decision = 'BLOCKED' order by recorded_at`,
      [shop.orgId],
    );
    expect(rows).toEqual([
      { rule: 'bank_destination', decision: 'BLOCKED' },
      { rule: 'magic_amount', decision: 'BLOCKED' },
      { rule: 'screening', decision: 'BLOCKED' },
      { rule: 'bank_destination', decision: 'BLOCKED' },
    ]);
    expect((await pay(shop, order(9800))).status).toBe(200);
    expect(outcomeOf(await pay(shop, order(1)))).toEqual([400, 'insufficient balance']);
  });

  test('of role let owners, admins and finance through', async () => {
    const shop = await payable();
    for (const [role, status] of Object.entries({ admin: 200, finance: 200, support: 403, developer: 403 })) {
      const member = await person();
      await call('POST', `/orgs/${shop.orgId}/members`, {
        session: shop.session,
        body: { user_id: member.userId, role },
      });
      const body = { ...order(10), org_id: shop.orgId };
      const answer = await api('POST', '/payouts', { session: member.session, body });
      expect([role, answer.status]).toEqual([role, status]);
      if (status === 403) expect(answer.body).toEqual({ error: 'owner/admin/finance required' });
    }
  });

  test('of screening open again once an operator has cleared the payee of the entry, for that pair and for good', async () => {
    const shop = await payable({ name: 'Sanctioned Trading LLC' });
    expect(outcomeOf(await pay(shop, order(100)))).toEqual([403, 'payee screening blocked']);
    const operator = { headers: OLGA };
    const { cases } = await call('GET', '/operator/screening/cases?status=OPEN&limit=200', operator);
    const mine = cases.find(({ org_id: orgId }: { org_id: string }) => orgId === shop.orgId);
    expect(mine).toMatchObject({
      payee_name: 'Sanctioned Trading LLC',
      registered_name: 'Sanctioned Trading LLC',
    });
    const clear = (id: string, reason: unknown) =>
      api('POST', `/operator/screening/cases/${id}/clear`, { ...operator, body: { reason } });
    expect(outcomeOf(await clear(mine.id, ''))).toEqual([400, 'reason: must not be blank']);
    expect(outcomeOf(await clear(randomUUID(), 'x'))).toEqual([404, 'case not found']);
    expect((await clear(mine.id, 'another company')).body).toMatchObject({
      ...mine,
      status: 'CLEARED',
      cleared_at: expect.any(String),
      reason: 'another company',
    });
    expect(outcomeOf(await clear(mine.id, 'again'))).toEqual([400, 'case not open']);
    expect((await pay(shop, order(100))).status).toBe(200);
  });
});

test('20 payouts at once with balance for one: one is made', async () => {
  const shop = await payable();
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(shop, order(9800))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(
    new Set(answers.filter(({ status }) => status !== 200).map((answer) => outcomeOf(answer).join())),
  ).toEqual(new Set(['400,insufficient balance']));
  expect(await balanceOf(shop)).toEqual({ available: 0, pending: 9800 });
});

describe('a bank destination', () => {
  const register = (shop: Merchant, more: object) =>
    api('POST', '/bank/payout-iban', {
      session: shop.session,
      body: { iban: IBAN, name: 'Corner Shop Ltd', org_id: shop.orgId, ...more },
    });

  test('is registered by its IBAN, spaces and case aside, and listed masked', async () => {
    const shop = await merchant({ country: 'GB' });
    const made = await register(shop, { iban: ' gb33 bukb 2020 1555 5555 55' });
    expect(outcomeOf(made)).toEqual([
      200,
      { counterparty_id: expect.any(String), name_match: 'match', status: 'ACTIVE' },
    ]);
    const { counterparties } = await call('GET', '/bank/counterparties', { session: shop.session });
    expect(counterparties).toEqual([
      {
        id: made.body.counterparty_id,
        country_code: 'GB',
        currency: 'GBP',
        name: 'Corner Shop Ltd',
        account_masked: '****5555',
        name_match: 'match',
        status: 'ACTIVE',
        held_until: null,
        created_at: expect.any(String),
      },
    ]);
  });

  test('is refused for its first fault: account, then reason, then name', async () => {
    const shop = await merchant({ country: 'GB' });
    const refusal = async (more: object) => outcomeOf(await register(shop, more));
    expect(await refusal({ iban: undefined, force: true, name: '' })).toEqual([400, 'bad iban']);
    expect(await refusal({ iban: 5 })).toEqual([400, 'bad iban']);
    expect(await refusal({ iban: 'GB33BUKB20201555555556' })).toEqual([400, 'bad iban']);
    expect(await refusal({ iban: 'CH9300762011623852957' })).toEqual([400, 'unsupported country']);
    expect(await refusal({ force: true, name: '' })).toEqual([400, 'force_reason required']);
    expect(await refusal({ force: true, force_reason: '  ' })).toEqual([400, 'force_reason required']);
    expect(await refusal({ name: ' ' })).toEqual([400, 'name: must not be blank']);
    for (const name of ['… — !', 'Ob '.repeat(41)])
      expect(await refusal({ name })).toEqual([400, 'name: must have 1 to 40 words with a letter or digit']);
    expect((await register(shop, { name: 'Mismatch Ltd' })).body).toEqual({
      error: 'name mismatch',
      registered_name: 'Sandbox Registered Name',
    });
    expect(await refusal({ name: 'Unavailable Ltd' })).toEqual([400, 'name check unavailable']);
    expect((await call('GET', '/bank/counterparties', { session: shop.session })).counterparties).toEqual([]);
  });

  test('may have every name that screening can compare: a payout to it is not refused for its name', async () => {
    for (const name of ['東京商店', '4 U', 'Ob '.repeat(40).trim()]) {
      const shop = await payable({ name });
      expect((await pay(shop, order(1000))).status).toBe(200);
    }
  });

  test('whose name does not match is taken by force, with a reason that is recorded for compliance', async () => {
    const shop = await merchant({ country: 'GB' });
    const forced = await register(shop, { name: 'Mismatch Ltd', force: true, force_reason: 'trading name' });
    expect(outcomeOf(forced)).toEqual([
      200,
      { counterparty_id: expect.any(String), name_match: 'forced', status: 'ACTIVE' },
    ]);
    const { rows } = await books.query(
      `select rule, decision, reason from compliance_records where subject = $1`,
      [`counterparty:${forced.body.counterparty_id}`],
    );
    expect(rows).toEqual([{ rule: 'payee_name', decision: 'FORCED', reason: 'trading name' }]);
  });
});

import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { simulator } from '../../support/live.ts';
import { signedBy } from '../../support/matrix-world.ts';
import { OLGA, OMAR } from '../../support/operators.ts';
import { api, authorized, call, merchant, person, shopper } from '../../support/people.ts';
import type { Answer } from '../../support/people.ts';

const { books } = apiTest();

const refusal = ({ status, body }: Answer) => [status, body.error];

/**
 * The bank has a deposit with these terms and reports it. Returns the answer and the bank's id of the event.
 */
async function deposit(terms: object): Promise<{ answer: Answer; eventId: string }> {
  const booked = { user_id: randomUUID(), amount_minor: 5000, currency: 'USD', ...terms };
  const made = await simulator('POST', '/bank/deposits', { ...booked, copies: 0 });
  const { event_id: id, occurred_at } = made;
  const { user_id: reference, ...money } = booked;
  const body = JSON.stringify({ id, occurred_at, type: 'deposit.received', reference, ...money });
  const headers = signedBy('bank_partner', body);
  return { answer: await api('POST', '/partners/bank/events', { headers, body }), eventId: id };
}

const casesOf = async (eventId: string) =>
  (await call('GET', '/operator/suspense?limit=200', { headers: OLGA })).cases.filter(
    ({ facts }: { facts: { event_id?: string } }) => facts.event_id === eventId,
  );

/** The id of the case of a deposit for nobody. */
async function openCase(terms: object = {}): Promise<string> {
  const { eventId } = await deposit(terms);
  return (await casesOf(eventId))[0].id;
}

const assign = (caseId: string, body: object, headers = OLGA) =>
  api('POST', `/operator/suspense/${caseId}/assign`, { headers, body: { reason: 'seen', ...body } });
const approve = (id: string, headers = OMAR) =>
  api('POST', `/operator/adjustments/${id}/approve`, { headers });
const propose = (body: object, headers = OLGA) =>
  api('POST', '/operator/adjustments', {
    headers,
    body: { env: 'sandbox', currency: 'USD', reason: 'a mistake', ...body },
  });
const balanceOf = async ({ orgId, key }: { orgId: string; key: string }) =>
  (await call('GET', `/orgs/${orgId}/balance`, { key })).currencies;

describe('a deposit that cannot be booked', () => {
  test('is accepted, and its money is a case in suspense: for an unknown user, or past a bound', async () => {
    const someone = await person();
    const cases: [object, string, number][] = [
      [{}, 'unknown_user', 5000],
      [{ user_id: 'x' }, 'unknown_user', 5000],
      [{ user_id: someone.userId, amount_minor: 10 ** 13 }, 'past_bound', 10 ** 13],
    ];
    for (const [terms, kind, amount] of cases) {
      const { answer, eventId } = await deposit(terms);
      expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
      expect(await casesOf(eventId)).toEqual([
        {
          id: expect.any(String),
          kind,
          env: 'live',
          amount_minor: amount,
          currency: 'USD',
          facts: expect.objectContaining({ event_id: eventId }),
          status: 'OPEN',
          created_at: expect.any(String),
        },
      ]);
    }
  });

  test('is one case, however often the bank reports it', async () => {
    const { eventId } = await deposit({});
    const { rows } = await books.query('select count(*)::int from suspense_cases where event_id = $1', [
      eventId,
    ]);
    const body = JSON.stringify({
      id: eventId,
      type: 'deposit.received',
      reference: randomUUID(),
      amount_minor: 1,
      currency: 'USD',
      occurred_at: new Date().toISOString(),
    });
    for (let copy = 0; copy < 3; copy++)
      await call('POST', '/partners/bank/events', { headers: signedBy('bank_partner', body), body });
    expect([rows, await casesOf(eventId)]).toEqual([[{ count: 1 }], [expect.anything()]]);
  });
});

describe('a suspense case', () => {
  test('goes to a shopper when a second operator approves it', async () => {
    const someone = await person();
    const caseId = await openCase({ amount_minor: 10 ** 13 });
    const proposed = await assign(caseId, { user_id: someone.userId });
    expect([proposed.status, proposed.body]).toEqual([200, { id: expect.any(String), status: 'PROPOSED' }]);
    const { id } = proposed.body;
    expect(refusal(await approve(id, OLGA))).toEqual([403, 'second operator required']);
    const approved = await approve(id);
    expect([approved.status, approved.body]).toEqual([200, { id, status: 'APPROVED' }]);
    expect(refusal(await approve(id))).toEqual([400, 'adjustment approved']);
    expect(refusal(await assign(caseId, { user_id: someone.userId }))).toEqual([400, 'case not open']);
    await books.query(`update sessions set env = 'live' where user_id = $1`, [someone.userId]);
    const { session } = someone;
    const { wallets } = await call('GET', '/wallet', { session });
    expect(wallets).toEqual([expect.objectContaining({ currency: 'USD', balance_minor: 10 ** 13 })]);
    const { entries } = await call('GET', '/wallet/entries', { session });
    expect(entries).toEqual([expect.objectContaining({ kind: 'adjustment', amount_minor: 10 ** 13 })]);
  });

  test('can be proposed for forty times at once: each proposal is answered', async () => {
    const [caseId, { orgId }] = [await openCase(), await merchant()];
    const answers = await Promise.all(Array.from({ length: 40 }, () => assign(caseId, { org_id: orgId })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  test('goes to an organization, and into its balance', async () => {
    const shop = await merchant();
    const caseId = await openCase({ amount_minor: 700 });
    const { body } = await assign(caseId, { org_id: shop.orgId });
    expect((await approve(body.id)).status).toBe(200);
    const { rows } = await books.query(
      `select balance::int from merchant_totals where org_id = $1 and env = 'live' and balance <> 0`,
      [shop.orgId],
    );
    expect(rows).toEqual([{ balance: 700 }]);
  });

  test('is given away once, also when two proposals are approved at once', async () => {
    const [one, other] = [await merchant(), await merchant()];
    const caseId = await openCase();
    const ids = await Promise.all(
      [one, other].map(async ({ orgId }) => (await assign(caseId, { org_id: orgId })).body.id),
    );
    const answers = await Promise.all(ids.map((id) => approve(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(answers.flatMap(({ body }) => body.error ?? [])).toEqual(['case not open']);
  });

  test('needs one known party and a reason', async () => {
    const caseId = await openCase();
    const someone = await person();
    const { orgId } = await merchant();
    for (const body of [{}, { org_id: orgId, user_id: someone.userId }])
      expect(refusal(await assign(caseId, body))).toEqual([
        400,
        'org_id: send exactly one of org_id and user_id',
      ]);
    expect(refusal(await assign(caseId, { org_id: randomUUID() }))).toEqual([404, 'org not found']);
    expect(refusal(await assign(caseId, { user_id: 'x' }))).toEqual([404, 'user not found']);
    expect(refusal(await assign(caseId, { org_id: orgId, reason: ' ' }))).toEqual([
      400,
      'reason: must not be blank',
    ]);
    for (const id of [randomUUID(), 'x'])
      expect(refusal(await assign(id, { org_id: orgId }))).toEqual([404, 'case not found']);
  });

  test('is listed by status, and the list is paged', async () => {
    await openCase();
    await openCase();
    const first = await call('GET', '/operator/suspense?limit=1&status=OPEN', { headers: OLGA });
    const next = `/operator/suspense?limit=1&status=OPEN&cursor=${first.next_cursor}`;
    const second = await call('GET', next, { headers: OLGA });
    expect(second.cases[0].id).not.toBe(first.cases[0].id);
    const { cases } = await call('GET', '/operator/suspense?status=ASSIGNED', { headers: OLGA });
    expect(cases.every(({ status }: { status: string }) => status === 'ASSIGNED')).toBe(true);
    expect(refusal(await api('GET', '/operator/suspense?status=x', { headers: OLGA }))).toEqual([
      400,
      'bad status',
    ]);
  });
});

describe('an adjustment', () => {
  test('changes a merchant’s balance when another operator approves it, and not before', async () => {
    const shop = await merchant();
    const { authId } = await authorized(shop, await shopper({ funds: 1000 }), { total: 1000 });
    await call('POST', `/charges/${authId}/capture`, { key: shop.key });
    const before = (await balanceOf(shop))[0].available_minor;
    const { status, body } = await propose({ org_id: shop.orgId, amount_minor: -300 });
    expect([status, body]).toEqual([200, { id: expect.any(String), status: 'PROPOSED' }]);
    expect((await balanceOf(shop))[0].available_minor).toBe(before);
    expect(refusal(await approve(body.id, OLGA))).toEqual([403, 'second operator required']);
    expect((await approve(body.id)).status).toBe(200);
    expect((await balanceOf(shop))[0].available_minor).toBe(before - 300);
    const { adjustments } = await call('GET', '/operator/adjustments?status=APPROVED', { headers: OLGA });
    expect(adjustments[0]).toEqual({
      id: body.id,
      org_id: shop.orgId,
      user_id: null,
      env: 'sandbox',
      currency: 'USD',
      amount_minor: -300,
      case_id: null,
      payout_id: null,
      reason: 'a mistake',
      status: 'APPROVED',
      proposed_by: 'olga',
      created_at: expect.any(String),
      approved_by: 'omar',
      approved_at: expect.any(String),
      withdrawn_by: null,
      withdrawn_at: null,
    });
  });

  test('takes from a wallet what it can give, and no more', async () => {
    const someone = await shopper({ funds: 500 });
    const tooMuch = await propose({ user_id: someone.userId, amount_minor: -501 });
    expect(refusal(await approve(tooMuch.body.id))).toEqual([400, 'insufficient balance']);
    const enough = await propose({ user_id: someone.userId, amount_minor: -500 });
    expect((await approve(enough.body.id)).status).toBe(200);
    const { wallets } = await call('GET', '/wallet', { session: someone.session });
    expect(wallets[0].balance_minor).toBe(0);
    const past = await propose({ user_id: someone.userId, amount_minor: 10 ** 15 + 1 });
    expect(refusal(await approve(past.body.id))).toEqual([400, 'amount_minor: the wallet cannot hold more']);
  });

  test('is posted once when twenty approvals come at once', async () => {
    const someone = await shopper({ funds: 1 });
    const { body } = await propose({ user_id: someone.userId, amount_minor: 10 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => approve(body.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { wallets } = await call('GET', '/wallet', { session: someone.session });
    expect(wallets[0].balance_minor).toBe(11);
  });

  test('is the same one when its call is repeated under one idempotency key', async () => {
    const someone = await person();
    const headers = { ...OLGA, 'idempotency-key': randomUUID() };
    const asked = { user_id: someone.userId, amount_minor: 10 };
    const [one, again] = [await propose(asked, headers), await propose(asked, headers)];
    expect(again.body).toEqual(one.body);
  });

  test('needs one known party, an amount other than 0, a currency and an environment', async () => {
    const { orgId } = await merchant();
    const amount_minor = 10;
    const wrong: [object, number, string][] = [
      [{ org_id: orgId, amount_minor: 0 }, 400, 'amount_minor: must not be 0'],
      [{ org_id: orgId, amount_minor: 1.5 }, 400, 'amount_minor: must be a whole number'],
      [{ amount_minor }, 400, 'org_id: send exactly one of org_id and user_id'],
      [
        { org_id: orgId, user_id: orgId, amount_minor },
        400,
        'org_id: send exactly one of org_id and user_id',
      ],
      [{ org_id: orgId, amount_minor, currency: 'usd' }, 400, 'bad currency'],
      [{ org_id: orgId, amount_minor, env: 'x' }, 400, 'env: must be sandbox or live'],
      [{ org_id: randomUUID(), amount_minor }, 404, 'org not found'],
      [{ user_id: randomUUID(), amount_minor }, 404, 'user not found'],
    ];
    for (const [body, status, reason] of wrong)
      expect([body, ...refusal(await propose(body))]).toEqual([body, status, reason]);
    for (const id of [randomUUID(), 'x'])
      expect(refusal(await approve(id))).toEqual([404, 'adjustment not found']);
  });

  test('cannot be approved by its proposer, nor changed, even past the program', async () => {
    const someone = await person();
    const { body } = await propose({ user_id: someone.userId, amount_minor: 10 });
    const approving = `update adjustments set status = 'APPROVED', approved_by = $2, approved_at = now() where id = $1`;
    await expect(books.query(approving, [body.id, 'olga'])).rejects.toThrow('adjustments_four_eyes');
    await expect(books.query('update adjustments set amount = 99 where id = $1', [body.id])).rejects.toThrow(
      'may only be approved or withdrawn',
    );
  });
});

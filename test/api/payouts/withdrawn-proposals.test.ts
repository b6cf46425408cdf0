import { randomUUID } from 'node:crypto';
import { BANK_SCRIPTS } from '../../../simulators/bank-script.ts';
import { derivedId } from '../../../src/http/pipeline/derived-id.ts';
import { apiTest } from '../../support/api-test.ts';
import { atBank, becomes, liveBalance, liveMerchant, paidOut, payoutOf } from '../../support/live.ts';
import { makeSuspense } from '../../support/matrix-world.ts';
import { OLGA, OMAR } from '../../support/operators.ts';
import { api, call, merchant, shopper, until } from '../../support/people.ts';
import type { Answer } from '../../support/people.ts';
import { resolve, STUCK_MS, stuckPayout, stuckRow, WITHOUT_TRACE } from '../../support/stuck-payouts.ts';
import type { StuckPayout } from '../../support/stuck-payouts.ts';

const { books } = apiTest();

/** A payout is stuck after some lookups, so all begin to wait at once. Each test takes one of its own. */
const STUCK = 5;
let stuck: Promise<StuckPayout>[];
beforeAll(() => {
  stuck = Array.from({ length: STUCK }, () => stuckPayout(books));
  // The test that awaits one hears of its failure.
  for (const one of stuck) one.catch(() => undefined);
});

function takeStuck(): Promise<StuckPayout> {
  const one = stuck.pop();
  if (one === undefined) throw new Error(`more than ${STUCK} tests take a stuck payout`);
  return one;
}

const refusal = ({ status, body }: Answer) => [status, body.error];
const approve = (id: string, headers = OMAR) =>
  api('POST', `/operator/adjustments/${id}/approve`, { headers });
const withdraw = (id: string, headers: Record<string, string> = OLGA, reason: unknown = 'a mistake') =>
  api('POST', `/operator/adjustments/${id}/withdraw`, { headers, body: { reason } });
const listed = async (status: string) =>
  (await call('GET', `/operator/adjustments?limit=200&status=${status}`, { headers: OLGA })).adjustments;
const idOf = ({ status, body }: Answer): string => {
  expect([status, body.status]).toEqual([200, 'PROPOSED']);
  return body.id;
};

/** Olga's proposal to give the shopper 10 cents. */
const proposeFor = async (userId: string): Promise<string> =>
  idOf(
    await api('POST', '/operator/adjustments', {
      headers: OLGA,
      body: { user_id: userId, env: 'sandbox', currency: 'USD', amount_minor: 10, reason: 'a correction' },
    }),
  );
const balanceOf = async (session: string): Promise<number> =>
  (await call('GET', '/wallet', { session })).wallets[0].balance_minor;

describe('a proposal', () => {
  test('is withdrawn by its author, recorded with the reason, and is never approved', async () => {
    const { userId, session } = await shopper({ funds: 1 });
    const id = await proposeFor(userId);
    const { status, body } = await withdraw(id);
    expect([status, body]).toEqual([200, { id, status: 'WITHDRAWN' }]);
    expect(refusal(await approve(id))).toEqual([400, 'adjustment withdrawn']);
    expect(await balanceOf(session)).toBe(1);
    expect((await listed('WITHDRAWN')).find((row: { id: string }) => row.id === id)).toMatchObject({
      status: 'WITHDRAWN',
      proposed_by: 'olga',
      approved_by: null,
      approved_at: null,
      withdrawn_by: 'olga',
      withdrawn_at: expect.any(String),
    });
    expect((await listed('PROPOSED')).filter((row: { id: string }) => row.id === id)).toEqual([]);
    const { rows } = await books.query(
      `select operator, before, after, reason from operator_actions
       where target = $1 and action = 'withdraw_adjustment'`,
      [`adjustment:${id}`],
    );
    const change = { before: { status: 'PROPOSED' }, after: { status: 'WITHDRAWN' } };
    expect(rows).toEqual([{ operator: 'olga', ...change, reason: 'a mistake' }]);
  });

  test('is withdrawn by another operator', async () => {
    const id = await proposeFor((await shopper({ funds: 1 })).userId);
    expect((await withdraw(id, OMAR)).body).toEqual({ id, status: 'WITHDRAWN' });
    expect((await listed('WITHDRAWN')).find((row: { id: string }) => row.id === id)).toMatchObject({
      withdrawn_by: 'omar',
    });
  });

  test('is withdrawn once; a repeat under its idempotency key has the same answer', async () => {
    const id = await proposeFor((await shopper({ funds: 1 })).userId);
    const keyed = { ...OLGA, 'idempotency-key': randomUUID() };
    const [first, again] = [await withdraw(id, keyed), await withdraw(id, keyed)];
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    for (const operator of [OLGA, OMAR])
      expect(refusal(await withdraw(id, operator))).toEqual([400, 'adjustment withdrawn']);
  });

  test('is not withdrawn once it is approved', async () => {
    const { userId, session } = await shopper({ funds: 1 });
    const id = await proposeFor(userId);
    expect((await approve(id)).status).toBe(200);
    for (const operator of [OLGA, OMAR])
      expect(refusal(await withdraw(id, operator))).toEqual([400, 'adjustment approved']);
    expect(await balanceOf(session)).toBe(11);
  });

  test('is withdrawn with a reason, by somebody who knows it, and by no viewer', async () => {
    const id = await proposeFor((await shopper({ funds: 1 })).userId);
    expect(refusal(await withdraw(id, OLGA, ' '))).toEqual([400, 'reason: must not be blank']);
    const viewer = { 'x-operator-token': 'viewer-token-of-the-tests' };
    expect(refusal(await withdraw(id, viewer))).toEqual([403, 'operator role required']);
    for (const unknown of [randomUUID(), 'x'])
      expect(refusal(await withdraw(unknown))).toEqual([404, 'adjustment not found']);
    expect((await withdraw(id)).status).toBe(200);
  });

  test('is either approved or withdrawn when many try both at once, and its money moves accordingly', async () => {
    const { userId, session } = await shopper({ funds: 1 });
    let approved = 0;
    for (let round = 0; round < 20; round++) {
      const id = await proposeFor(userId);
      const acts = [approve, approve, approve, withdraw, withdraw, withdraw];
      // The side that is sent first mostly wins.
      if (round % 2 === 0) acts.reverse();
      const answers = await Promise.all(acts.map((act) => act(id)));
      const [won, ...others] = answers.toSorted((one, other) => one.status - other.status) as [
        Answer,
        ...Answer[],
      ];
      expect([won.status, won.body.id]).toEqual([200, id]);
      const loses = [400, `adjustment ${String(won.body.status).toLowerCase()}`];
      expect(others.map(refusal)).toEqual(others.map(() => loses));
      if (won.body.status === 'APPROVED') approved++;
    }
    expect(await balanceOf(session)).toBe(1 + 10 * approved);
  });

  test('that was withdrawn stays as it is, even past the program', async () => {
    const id = await proposeFor((await shopper({ funds: 1 })).userId);
    await withdraw(id);
    for (const change of [
      `status = 'PROPOSED', withdrawn_by = null, withdrawn_at = null`,
      `status = 'APPROVED', withdrawn_by = null, withdrawn_at = null, approved_by = 'omar', approved_at = now()`,
      `withdrawn_by = 'omar'`,
    ])
      await expect(books.query(`update adjustments set ${change} where id = $1`, [id])).rejects.toThrow(
        /may only be approved or withdrawn, once|may not go from/,
      );
  });
});

describe('a suspense case whose proposal is withdrawn', () => {
  test('stays open, and goes to the party of another proposal', async () => {
    const [wrong, right] = [await merchant(), await merchant()];
    const caseId = await makeSuspense();
    const assign = async ({ orgId }: { orgId: string }) =>
      idOf(
        await api('POST', `/operator/suspense/${caseId}/assign`, {
          headers: OLGA,
          body: { org_id: orgId, reason: 'seen' },
        }),
      );
    const mistake = await assign(wrong);
    expect((await withdraw(mistake)).status).toBe(200);
    const second = await assign(right);
    expect(refusal(await approve(mistake))).toEqual([400, 'adjustment withdrawn']);
    const statusOf = async () =>
      (await books.query('select status from suspense_cases where id = $1', [caseId])).rows[0].status;
    expect(await statusOf()).toBe('OPEN');
    expect((await approve(second)).status).toBe(200);
    expect(await statusOf()).toBe('ASSIGNED');
    const { rows } = await books.query(
      `select org_id, sum(balance)::int as balance from merchant_totals
       where org_id = any ($1) and env = 'live' group by org_id`,
      [[wrong.orgId, right.orgId]],
    );
    expect(rows).toEqual([{ org_id: right.orgId, balance: 100 }]);
  });
});

describe('a stuck payout whose proposal is withdrawn', () => {
  test(
    'is stuck as before, and one operator settles it',
    async () => {
      const { shop, id } = await takeStuck();
      const proposal = idOf(await resolve(id, 'not_sent'));
      expect((await withdraw(proposal, OMAR)).body).toEqual({ id: proposal, status: 'WITHDRAWN' });
      expect(await stuckRow(id)).toMatchObject({ id, adjustment_id: null });
      expect(refusal(await approve(proposal))).toEqual([400, 'adjustment withdrawn']);
      expect((await payoutOf(shop, id)).status).toBe('PENDING');
      expect((await resolve(id, 'settled')).body).toEqual({ id, status: 'SETTLED' });
      expect(await liveBalance(shop)).toEqual({ available: 980_000 - WITHOUT_TRACE, pending: 0 });
    },
    STUCK_MS,
  );

  test(
    'ends as not sent by a new proposal, of the same operator too, and gives the money back once',
    async () => {
      const { shop, id } = await takeStuck();
      const first = idOf(await resolve(id, 'not_sent'));
      await withdraw(first);
      const second = idOf(await resolve(id, 'not_sent'));
      expect(second).not.toBe(first);
      expect(await stuckRow(id)).toMatchObject({ adjustment_id: second });
      expect(refusal(await resolve(id, 'not_sent'))).toEqual([403, 'second operator required']);
      expect((await resolve(id, 'not_sent', OMAR)).body).toEqual({ id, status: 'FAILED' });
      expect(refusal(await withdraw(second))).toEqual([400, 'adjustment approved']);
      expect(await liveBalance(shop)).toEqual({ available: 980_000, pending: 0 });
    },
    STUCK_MS,
  );

  test(
    'is not ended by a repeat of the call that proposed it, whose answer was lost',
    async () => {
      const { shop, id } = await takeStuck();
      const keyed = { ...OLGA, 'idempotency-key': randomUUID() };
      const first = await resolve(id, 'not_sent', keyed);
      const proposal = idOf(first);
      const { rows } = await books.query<{ id: string; round: number }>(
        'select id, round from idempotent_requests where status is not null order by claimed_at desc limit 100',
      );
      const request = rows.find((row) => derivedId(row.id, row.round, 0) === proposal);
      await books.query('update idempotent_requests set status = null, sealed_answer = null where id = $1', [
        request?.id,
      ]);
      await withdraw(proposal, OMAR);
      const second = idOf(await resolve(id, 'not_sent', OMAR));
      // Anew, it would be the approval of the second proposal.
      expect((await resolve(id, 'not_sent', keyed)).body).toEqual(first.body);
      expect(await stuckRow(id)).toMatchObject({ adjustment_id: second });
      expect((await payoutOf(shop, id)).status).toBe('PENDING');
    },
    STUCK_MS,
  );

  test(
    'ends, or waits for a new proposal, when one withdraws while the other ends it',
    async () => {
      const { shop, id } = await takeStuck();
      const proposal = idOf(await resolve(id, 'not_sent'));
      const [ends, withdrawals] = await Promise.all([
        Promise.all(Array.from({ length: 5 }, () => resolve(id, 'not_sent', OMAR))),
        Promise.all(Array.from({ length: 5 }, () => withdraw(proposal))),
      ]);
      const { status } = await payoutOf(shop, id);
      const [ended] = ends.filter((answer) => answer.status === 200);
      const isWithdrawn = withdrawals.some((answer) => answer.status === 200);
      expect(ends.filter((answer) => answer.status === 200)).toHaveLength(1);
      expect(withdrawals.filter((answer) => answer.status === 200)).toHaveLength(isWithdrawn ? 1 : 0);
      expect([status, ended?.body.status]).toEqual(
        isWithdrawn ? ['PENDING', 'PROPOSED'] : ['FAILED', 'FAILED'],
      );
      const pending = isWithdrawn ? WITHOUT_TRACE : 0;
      expect(await liveBalance(shop)).toEqual({ available: 980_000 - pending, pending });
    },
    STUCK_MS,
  );

  test(
    'is asked about at once, long before the next lookup',
    async () => {
      const { id } = await takeStuck();
      const proposal = idOf(await resolve(id, 'not_sent'));
      const asked = async () => (await atBank(id)).submits[0]?.asked ?? 0;
      // Lookups after 1, 3, 7, 15 and 31 seconds. The pause after the fifth is 32 seconds or longer.
      const before = await until(asked, (count) => count >= 5, STUCK_MS);
      await withdraw(proposal);
      await until(asked, (count) => count > before, 15_000);
    },
    STUCK_MS,
  );

  test(
    'is sent again, and settles, if the bank never got it',
    async () => {
      const shop = await liveMerchant(books, { sales: 1_000_000 });
      const amount = Number(BANK_SCRIPTS.error.amountEndsIn);
      const id = await paidOut(shop, amount);
      const atBankNow = async () => (await atBank(id)).submits[0] ?? { count: 0, asked: 0 };
      await until(atBankNow, ({ count }) => count === 1);
      // As after 15 minutes without a trace at the bank.
      await books.query(
        `update payouts set stuck_at = clock_timestamp(), stuck_reason = 'no trace' where id = $1`,
        [id],
      );
      const proposal = idOf(await resolve(id, 'not_sent'));
      // A transfer is sent again after three lookups. The fourth lookup shows that this one was not.
      expect((await until(atBankNow, ({ asked }) => asked >= 4)).count).toBe(1);
      expect((await withdraw(proposal)).status).toBe(200);
      await becomes(shop, id, 'SETTLED');
      expect((await atBankNow()).count).toBe(2);
      expect(await stuckRow(id)).toBeUndefined();
      expect(await liveBalance(shop)).toEqual({ available: 980_000 - amount, pending: 0 });
    },
    STUCK_MS,
  );
});

import { thresholdsOfEveryCurrency } from '../../../stack/monitoring.ts';
import { apiTest } from '../../support/api-test.ts';
import { becomes, liveMerchant, payLive, sellLive } from '../../support/live.ts';
import { complianceRecordsOf, until } from '../../support/people.ts';

/** Twelve movements an hour, 500,000 euros an hour, and no four an hour that are just under 100,000. */
const LIMITS = {
  windows: [
    { seconds: 3600, mostCount: 12 },
    { seconds: 3600, mostSumMajor: 500_000 },
  ],
  structuring: { belowMajor: 100_000, withinBps: 1000, count: 4, seconds: 3600 },
};
const AT_ONCE = 20;

const { books } = apiTest({
  own: 'payout_limits',
  settings: { MONITORING_THRESHOLDS: thresholdsOfEveryCurrency(LIMITS) },
});

test.each([
  ['velocity', 100, 12, 'velocity'],
  ['sums', 20_000_000, 2, 'velocity'],
  ['structuring', 9_500_000, 3, 'structuring'],
])(
  '%s: of twenty payouts of %i at once exactly %i pass, and the others are recorded as blocked',
  async (_limit, amount, most, rule) => {
    const shop = await liveMerchant(books, { sales: 30_000_000 });
    await sellLive(shop, 30_000_000);
    // On a busy machine some are answered 503: those are asked for again, as a merchant would.
    const ask = () =>
      until(
        () => payLive(shop, amount),
        ({ status }) => status !== 503,
        60_000,
      );
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, ask));
    const others = new Set(
      answers.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.error}`),
    );
    expect([...others]).toEqual(['403 blocked by monitoring']);
    const records = (await complianceRecordsOf(shop)).filter(({ subject }) =>
      String(subject).startsWith('payout:'),
    );
    const recorded = (rule: string, decision: string) =>
      records
        .filter((record) => record['rule'] === rule && record['decision'] === decision)
        .reduce((sum, { attempts }) => sum + Number(attempts), 0);
    expect(recorded('monitoring', 'PASSED')).toBe(most + recorded('screening_unavailable', 'BLOCKED'));
    // Blocked payouts count as well: those that one rule blocks exceed the limit of another.
    expect(recorded(rule, 'BLOCKED')).toBeGreaterThan(0);
    expect(recorded('velocity', 'BLOCKED') + recorded('structuring', 'BLOCKED')).toBeGreaterThanOrEqual(
      AT_ONCE - most,
    );
    const { rows: made } = await books.query<{ id: string }>('select id from payouts where org_id = $1', [
      shop.orgId,
    ]);
    expect(made).toHaveLength(most);
    await Promise.all(made.map(({ id }) => becomes(shop, id, 'SETTLED')));
  },
);

test('a payout that the balance refuses uses up no limit', async () => {
  const shop = await liveMerchant(books, { sales: 1_000_000 });
  for (let turn = 1; turn <= 3; turn++)
    expect(await payLive(shop, 20_000_000)).toMatchObject({
      status: 400,
      body: { error: 'insufficient balance' },
    });
  await sellLive(shop, 45_000_000);
  const { status, body } = await payLive(shop, 40_000_000);
  expect([status, body]).toEqual([200, { instruction_id: expect.any(String) }]);
  await becomes(shop, body.instruction_id, 'SETTLED');
});

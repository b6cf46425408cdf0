import fc from 'fast-check';
import { readConfig } from '../../src/config.ts';
import { MAGIC_VALUES } from '../../src/domain/magic-values.ts';
import {
  attemptRetention,
  countingWindows,
  currenciesWithoutThresholds,
  DEFAULT_THRESHOLDS,
  monitor,
  monitoringRecord,
  seriesOf,
  thresholdsFor,
} from '../../src/domain/monitoring.ts';
import type { CountedWindow, MonitoringFacts, MonitoringThresholds } from '../../src/domain/monitoring.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const NONE: MonitoringThresholds = { largestAmount: Number.MAX_SAFE_INTEGER, windows: [], structuring: null };

/** The judgement when every window that is asked for holds so many movements of such a sum. */
function judge(
  thresholds: MonitoringThresholds,
  {
    env = 'live',
    amount = 1,
    count = 0,
    sum = 0,
  }: { env?: MonitoringFacts['env']; amount?: number; count?: number; sum?: number },
) {
  const windows = countingWindows(thresholds).map((window) => ({ ...window, count, sum }));
  return monitor({ env, amount, currency: 'USD', windows }, thresholds);
}

describe('by default', () => {
  test('the magic amount is blocked in the sandbox and nowhere else', () => {
    const amount = MAGIC_VALUES.blockedAmount.value;
    expect(judge(DEFAULT_THRESHOLDS.sandbox, { env: 'sandbox', amount })).toBe('magic_amount');
    expect(judge(DEFAULT_THRESHOLDS.sandbox, { env: 'live', amount })).toBeNull();
    expect(
      [amount - 1, amount + 1].map((other) =>
        judge(DEFAULT_THRESHOLDS.sandbox, { env: 'sandbox', amount: other }),
      ),
    ).toEqual([null, null]);
  });

  test('of the sandbox: 10^12 passes and more does not, and the thousandth in an hour is the last', () => {
    const [env, thresholds] = ['sandbox', DEFAULT_THRESHOLDS.sandbox] as const;
    expect([10 ** 12, 10 ** 12 + 1].map((amount) => judge(thresholds, { env, amount }))).toEqual([
      null,
      'amount',
    ]);
    expect([999, 1000].map((count) => judge(thresholds, { env, count }))).toEqual([null, 'velocity']);
    expect(countingWindows(thresholds)).toEqual([{ seconds: HOUR, currency: 'any', least: 0, below: null }]);
  });

  test('of the sandbox hold in each currency, also where live has its own', () => {
    const thresholds = { ...DEFAULT_THRESHOLDS, live: { USD: NONE } };
    expect(thresholdsFor(thresholds, 'sandbox', 'USD')).toBe(DEFAULT_THRESHOLDS.sandbox);
  });

  test('of live: there are none, and no amount passes in a currency without any', () => {
    const thresholds = { ...DEFAULT_THRESHOLDS, live: { USD: NONE } };
    const rules = ['USD', 'EUR', 'constructor'].map((currency) =>
      [0, 1, Number.MAX_SAFE_INTEGER].map((amount) =>
        monitor({ env: 'live', amount, currency, windows: [] }, thresholdsFor(thresholds, 'live', currency)),
      ),
    );
    expect(rules).toEqual([
      [null, null, null],
      ['amount', 'amount', 'amount'],
      ['amount', 'amount', 'amount'],
    ]);
    expect(countingWindows(thresholdsFor(thresholds, 'live', 'EUR'))).toEqual([]);
    expect(currenciesWithoutThresholds(DEFAULT_THRESHOLDS, ['US', 'DE', 'FR'])).toEqual(['EUR', 'USD']);
    expect(currenciesWithoutThresholds(thresholds, ['US', 'PR'])).toEqual([]);
  });
});

describe('velocity', () => {
  test('holds the sum with this movement against the limit', () => {
    const thresholds = { ...NONE, windows: [{ seconds: DAY, mostCount: null, mostSum: 1000 }] };
    expect(judge(thresholds, { amount: 100, sum: 900 })).toBeNull();
    expect(judge(thresholds, { amount: 101, sum: 900 })).toBe('velocity');
    expect(judge(thresholds, { amount: 1, sum: Number.MAX_SAFE_INTEGER })).toBe('velocity');
  });

  test('blocks when one window of several is full', () => {
    const thresholds = {
      ...NONE,
      windows: [HOUR, DAY].map((seconds) => ({ seconds, mostCount: seconds / 360, mostSum: null })),
    };
    const windows = (inHour: number, inDay: number): CountedWindow[] =>
      countingWindows(thresholds).map((window) => ({
        ...window,
        count: window.seconds === HOUR ? inHour : inDay,
        sum: 0,
      }));
    const at = (inHour: number, inDay: number) =>
      monitor({ env: 'live', amount: 1, currency: 'USD', windows: windows(inHour, inDay) }, thresholds);
    expect([at(9, 239), at(10, 10), at(0, 240)]).toEqual([null, 'velocity', 'velocity']);
  });

  test('of no movement at all lets none through', () => {
    expect(judge({ ...NONE, windows: [{ seconds: HOUR, mostCount: 0, mostSum: null }] }, {})).toBe(
      'velocity',
    );
  });
});

describe('structuring', () => {
  const thresholds = { ...NONE, structuring: { below: 10_000, withinBps: 1000, count: 3, seconds: DAY } };

  test('is the third movement just under the threshold', () => {
    expect([0, 1, 2, 3].map((count) => judge(thresholds, { amount: 9999, count }))).toEqual([
      null,
      null,
      'structuring',
      'structuring',
    ]);
  });

  test('is no matter for amounts at the threshold, above it, or well below', () => {
    expect(
      [8999, 9000, 9999, 10_000, 50_000].map((amount) => judge(thresholds, { amount, count: 9 })),
    ).toEqual([null, 'structuring', 'structuring', null, null]);
  });

  test('asks for what lies in the band, in the same currency', () => {
    expect(countingWindows(thresholds)).toEqual([
      { seconds: DAY, currency: 'same', least: 9000, below: 10_000 },
    ]);
  });
});

test('each limit asks for a window of its own: by count in any currency, by sum in the same, and the band under the threshold', () => {
  const structuring = { below: 10_000, withinBps: 10_000, count: 3, seconds: DAY };
  const bySum = { seconds: DAY, currency: 'same', least: 0, below: null };
  expect(countingWindows({ ...NONE, windows: [{ seconds: DAY, mostCount: null, mostSum: 9 }] })).toEqual([
    bySum,
  ]);
  expect(
    countingWindows({ ...NONE, windows: [{ seconds: DAY, mostCount: 5, mostSum: 9 }], structuring }),
  ).toEqual([
    { seconds: DAY, currency: 'any', least: 0, below: null },
    bySum,
    { seconds: DAY, currency: 'same', least: 0, below: 10_000 },
  ]);
});

test.each([
  { seconds: DAY - 1 },
  { currency: 'any' as const },
  { least: 8999 },
  { below: 9999 },
  { below: null },
])('a count with another %j is not the one that a threshold is held against', (change) => {
  const structuring = { below: 10_000, withinBps: 1000, count: 3, seconds: DAY };
  const asked = { seconds: DAY, currency: 'same', least: 9000, below: 10_000, count: 2, sum: 0 } as const;
  const judged = (window: CountedWindow) => () =>
    monitor({ env: 'live', amount: 9500, currency: 'USD', windows: [window] }, { ...NONE, structuring });
  expect(judged(asked)()).toBe('structuring');
  expect(judged({ ...asked, ...change })).toThrow(/86400 seconds/);
});

test('a window that was not counted is a fault, never a pass', () => {
  const facts = { env: 'live', amount: 1, currency: 'USD', windows: [] } as const;
  expect(() => monitor(facts, DEFAULT_THRESHOLDS.sandbox)).toThrow(/3600 seconds/);
  expect(monitor(facts, NONE)).toBeNull();
});

test('a record holds the input and what it was held against', () => {
  const windows = [{ seconds: HOUR, currency: 'any', least: 0, below: null, count: 1000, sum: 7 }] as const;
  const record = monitoringRecord(
    { env: 'live', amount: 5, currency: 'EUR', windows },
    DEFAULT_THRESHOLDS.sandbox,
  );
  expect(JSON.parse(JSON.stringify(record))).toEqual({
    amount: 5,
    currency: 'EUR',
    windows,
    thresholds: DEFAULT_THRESHOLDS.sandbox,
  });
});

describe('whatever the thresholds', () => {
  const count = fc.integer({ min: 0, max: 50 });
  const amount = fc.integer({ min: 0, max: 20_000 });
  const limit = fc.option(amount, { nil: null });
  const seconds = fc.constantFrom(60, HOUR, DAY);
  const anyThresholds: fc.Arbitrary<MonitoringThresholds> = fc.record({
    largestAmount: amount,
    windows: fc.array(fc.record({ seconds, mostCount: fc.option(count, { nil: null }), mostSum: limit }), {
      maxLength: 4,
    }),
    structuring: fc.option(
      fc.record({
        below: fc.integer({ min: 1, max: 20_000 }),
        withinBps: fc.integer({ min: 1, max: 10_000 }),
        count: fc.integer({ min: 1, max: 9 }),
        seconds,
      }),
      { nil: null },
    ),
  });
  const anyCase = anyThresholds.chain((thresholds) =>
    fc.record({
      thresholds: fc.constant(thresholds),
      env: fc.constantFrom('sandbox' as const, 'live' as const),
      amount,
      counted: fc.array(fc.record({ count, sum: amount }), { minLength: 9, maxLength: 9 }),
    }),
  );
  const factsOf = ({
    thresholds,
    env,
    amount: moved,
    counted,
  }: typeof anyCase extends fc.Arbitrary<infer T> ? T : never): MonitoringFacts => ({
    env,
    amount: moved,
    currency: 'USD',
    windows: countingWindows(thresholds).map((window, index) => ({
      ...window,
      ...(counted[index] ?? { count: 0, sum: 0 }),
    })),
  });

  test('more movements, or more money in them, never unblock', () => {
    fc.assert(
      fc.property(anyCase, fc.nat(8), fc.nat(20), fc.nat(20_000), (one, which, moreCount, moreSum) => {
        const facts = factsOf(one);
        const more = facts.windows.map((window, index) =>
          index === which
            ? { ...window, count: window.count + moreCount, sum: window.sum + moreSum }
            : window,
        );
        if (monitor(facts, one.thresholds) !== null)
          expect(monitor({ ...facts, windows: more }, one.thresholds)).not.toBeNull();
      }),
    );
  });

  test('looser limits never block what passed', () => {
    fc.assert(
      fc.property(anyCase, fc.nat(50), (one, more) => {
        const { largestAmount, windows } = one.thresholds;
        const looser = {
          largestAmount: largestAmount + more,
          windows: windows.map((window) => ({
            ...window,
            mostCount: window.mostCount === null ? null : window.mostCount + more,
          })),
          structuring: null,
        };
        const facts = factsOf(one);
        if (monitor(facts, one.thresholds) === null) expect(monitor(facts, looser)).toBeNull();
      }),
    );
  });

  test('the requested counts suffice for the decision, and none is requested twice', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const facts = factsOf(one);
        expect(() => monitor(facts, one.thresholds)).not.toThrow();
        const asked = countingWindows(one.thresholds).map((window) => JSON.stringify(window));
        expect(new Set(asked).size).toBe(asked.length);
      }),
    );
  });

  test('the order of windows decides nothing', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const facts = factsOf(one);
        const turned = { ...one.thresholds, windows: one.thresholds.windows.toReversed() };
        expect(monitor({ ...facts, windows: facts.windows.toReversed() }, turned)).toBe(
          monitor(facts, one.thresholds),
        );
      }),
    );
  });
});

describe('MONITORING_THRESHOLDS', () => {
  const read = (text: string) => {
    const result = { fault: '', thresholds: DEFAULT_THRESHOLDS };
    try {
      result.thresholds = readConfig({ ...REQUIRED, MONITORING_THRESHOLDS: text }).MONITORING_THRESHOLDS;
    } catch (error) {
      result.fault = (error as Error).message;
    }
    return result;
  };
  const key = Buffer.alloc(32, 1).toString('base64');
  const secret = 'a-secret-of-the-tests';
  const REQUIRED = {
    DATABASE_URL: 'postgresql://a:b@c/d',
    ENCRYPTION_KEYS: `k1:${key}`,
    DIGEST_KEY: key,
    OPERATOR_TOKEN: secret,
    VERIFICATION_URL: 'http://partner.example',
    VERIFICATION_TOKEN: secret,
    VERIFICATION_SECRET: secret,
    BANK_URL: 'http://partner.example',
    BANK_TOKEN: secret,
    BANK_SECRET: secret,
    PAYEE_NAMES_URL: 'http://partner.example',
    PAYEE_NAMES_TOKEN: secret,
  };

  test('gives the sandbox’s limits in minor units, for every currency, and leaves what it does not name', () => {
    expect(read('').thresholds).toEqual(DEFAULT_THRESHOLDS);
    const rule = { withinBps: 1000, count: 3, seconds: DAY };
    const sandbox = (limits: object) => read(JSON.stringify({ sandbox: limits })).thresholds.sandbox;
    expect(sandbox({ structuring: { belowMinor: 1_000_000, ...rule } })).toEqual({
      ...DEFAULT_THRESHOLDS.sandbox,
      structuring: { below: 1_000_000, ...rule },
    });
    expect(sandbox({ windows: [] })).toEqual({ ...DEFAULT_THRESHOLDS.sandbox, windows: [] });
    expect(sandbox({ largestAmountMinor: 5, windows: [{ seconds: 60, mostSumMinor: 9 }] })).toEqual({
      ...DEFAULT_THRESHOLDS.sandbox,
      largestAmount: 5,
      windows: [{ seconds: 60, mostCount: null, mostSum: 9 }],
    });
  });

  test('gives live limits in the major units of their currency: dollars, yen and dinars', () => {
    const rule = { withinBps: 1000, count: 3, seconds: DAY };
    const live = {
      USD: {
        largestAmountMajor: 10_000.5,
        windows: [{ seconds: 60, mostSumMajor: 20_000 }],
        structuring: { belowMajor: 0.29, ...rule },
      },
      JPY: { largestAmountMajor: 10_000, windows: [{ seconds: 60, mostCount: 2, mostSumMajor: 1e6 }] },
      KWD: { largestAmountMajor: 10_000, windows: [], structuring: { belowMajor: 1.005, ...rule } },
    };
    expect(read(JSON.stringify({ live }))).toEqual({
      fault: '',
      thresholds: {
        sandbox: DEFAULT_THRESHOLDS.sandbox,
        live: {
          USD: {
            largestAmount: 1_000_050,
            windows: [{ seconds: 60, mostCount: null, mostSum: 2_000_000 }],
            structuring: { below: 29, ...rule },
          },
          JPY: {
            largestAmount: 10_000,
            windows: [{ seconds: 60, mostCount: 2, mostSum: 1_000_000 }],
            structuring: null,
          },
          KWD: { largestAmount: 10_000_000, windows: [], structuring: { below: 1005, ...rule } },
        },
      },
    });
  });

  const amounts = '"largestAmountMajor": 1, "windows": []';
  const rule = '"withinBps": 100, "count": 2, "seconds": 60';
  test.each([
    [
      '{"live": {"JPY": {"largestAmountMajor": 10.5, "windows": []}}}',
      'live.JPY.largestAmountMajor: must have at most 0 decimals, as JPY has, got 10.5',
    ],
    [
      '{"live": {"USD": {"largestAmountMajor": 1, "windows": [{"seconds": 60, "mostSumMajor": 9.999}]}}}',
      'live.USD.windows.0.mostSumMajor: must have at most 2 decimals, as USD has, got 9.999',
    ],
    [
      `{"live": {"KWD": {${amounts}, "structuring": {"belowMajor": 1.0005, ${rule}}}}}`,
      'live.KWD.structuring.belowMajor: must have at most 3 decimals, as KWD has, got 1.0005',
    ],
    [
      '{"live": {"USD": {"largestAmountMajor": 1e14, "windows": []}}}',
      'live.USD.largestAmountMajor: must be at most 90071992547409.91 USD, got 100000000000000',
    ],
    [
      '{"live": {"USD": {"largestAmountMajor": 10.00000000000000000001, "windows": []}}}',
      'largestAmountMajor: has more digits than a number keeps: 10.00000000000000000001',
    ],
    ['{"live": {"USD": {"largestAmount": 1, "windows": []}}}', 'live.USD: Unrecognized key: "largestAmount"'],
    [
      '{"live": {"USD": {"largestAmountMajor": 1, "windows": [{"seconds": 60}]}}}',
      'live.USD.windows.0: must have mostCount or mostSumMajor',
    ],
  ])('%s is refused with the name of the setting: %s', (text, fault) => {
    expect(read(text).fault).toContain(
      `MONITORING_THRESHOLDS${fault.startsWith('live') ? '.' : ': '}${fault}`,
    );
  });

  test.each([
    'not json',
    '[]',
    '{"production": {}}',
    '{"sandbox": {"largestAmmountMinor": 1}}',
    '{"sandbox": {"largestAmount": 1}}',
    '{"sandbox": {"largestAmountMajor": 1}}',
    '{"sandbox": {"largestAmountMinor": -1}}',
    '{"sandbox": {"largestAmountMinor": 1.5}}',
    '{"sandbox": {"largestAmountMinor": "5"}}',
    '{"sandbox": {"windows": [{"seconds": 60}]}}',
    '{"sandbox": {"windows": [{"seconds": 0, "mostCount": 1}]}}',
    '{"sandbox": {"structuring": {"belowMinor": 10, "withinBps": 10001, "count": 2, "seconds": 60}}}',
    '{"sandbox": {"structuring": {"belowMinor": 10, "withinBps": 100, "count": 0, "seconds": 60}}}',
    '{"live": {"largestAmountMajor": 1, "windows": []}}',
    '{"live": {"USD": {"largestAmountMajor": 1}}}',
    '{"live": {"USD": {"largestAmountMajor": -1, "windows": []}}}',
    '{"live": {"USD": {"largestAmountMajor": "1", "windows": []}}}',
    '{"live": {"USD": {"largestAmountMajor": 1e400, "windows": []}}}',
    '{"live": {"USD": {"windows": []}}}',
    `{"live": {"USD": {${amounts}, "structuring": {"belowMajor": 0, ${rule}}}}}`,
    '{"live": {"XXX": {"largestAmountMajor": 1, "windows": []}}}',
  ])('refuses %s', (text) => {
    expect(read(text).fault).toContain('MONITORING_THRESHOLDS');
  });
});

test('a blocked attempt is kept a day longer than the longest look-back, and for two days at least', () => {
  const lookingBack = (...seconds: number[]) => ({
    ...DEFAULT_THRESHOLDS,
    live: Object.fromEntries(
      seconds.map((back, index) => [
        ['USD', 'EUR'][index],
        { ...NONE, structuring: { below: 9, withinBps: 1, count: 2, seconds: back } },
      ]),
    ),
  });
  expect(attemptRetention(DEFAULT_THRESHOLDS)).toBe(2 * DAY);
  expect(attemptRetention(lookingBack(HOUR, 30 * DAY))).toBe(31 * DAY);
  const sandbox = { ...NONE, windows: [{ seconds: 7 * DAY, mostCount: 1, mostSum: null }] };
  expect(attemptRetention({ sandbox, live: {} })).toBe(8 * DAY);
});

test('a series is the attempts of one kind, party and currency', () => {
  expect(seriesOf({ kind: 'payout', partyId: 'a', currency: 'USD' })).toBe('payout/a/USD');
  expect(seriesOf({ kind: 'authorization', partyId: 'a', currency: 'USD' })).toBe('authorization/a/USD');
  expect(seriesOf({ kind: 'payout', partyId: 'a', currency: null })).toBe('payout/a');
});

import {
  decidePayout,
  decidePayoutMove,
  movesTowards,
  PAYOUT_STATUSES,
  recordedRefusal,
  SANDBOX_SETTLEMENT_MS,
} from '../../src/domain/payout.ts';
import type { PayoutFacts } from '../../src/domain/payout.ts';

/** Everything is against it. */
const HOPELESS: PayoutFacts = {
  env: 'live',
  kyb: 'REJECTED',
  isSuspended: true,
  isDestinationActive: false,
  isMonitored: true,
  screening: 'hit',
  amount: 2,
  available: 1,
};
/** The gates in order: the reason of each refusal, and the correction that passes it. */
const GATES: readonly (readonly [refusedFor: string, mend: Partial<PayoutFacts>])[] = [
  ['merchant KYB not approved', { kyb: 'APPROVED' }],
  ['org suspended', { isSuspended: false }],
  ['no bank destination', { isDestinationActive: true }],
  ['blocked by monitoring', { isMonitored: false }],
  ['payee screening blocked', { screening: 'unavailable' }],
  ['temporarily unavailable', { screening: 'clear' }],
  ['insufficient balance', { available: 2 }],
];

test.each([
  ['live', GATES],
  ['sandbox', GATES.slice(1)],
] as const)('the gates of %s come in the contract’s order', (env, gates) => {
  let facts: PayoutFacts = { ...HOPELESS, env };
  for (const [reason, mend] of gates) {
    const decision = decidePayout(facts);
    expect(decision.ok || decision.refusal.reason).toBe(reason);
    facts = { ...facts, ...mend };
  }
  expect(decidePayout(facts).ok).toBe(true);
});

test('a balance below zero pays nothing out', () => {
  const decision = decidePayout({
    ...HOPELESS,
    kyb: 'APPROVED',
    isSuspended: false,
    isDestinationActive: true,
    isMonitored: false,
    screening: 'clear',
    available: -1,
  });
  expect(decision.ok || decision.refusal.reason).toBe('insufficient balance');
});

test.each([
  [[], null],
  [[['merchant_kyb', 'BLOCKED']], 'merchant KYB not approved'],
  [[['suspension', 'BLOCKED']], 'org suspended'],
  [[['bank_destination', 'BLOCKED']], 'no bank destination'],
  [[['magic_amount', 'BLOCKED']], 'blocked by monitoring'],
  [[['velocity', 'BLOCKED']], 'blocked by monitoring'],
  [
    [
      ['monitoring', 'PASSED'],
      ['screening', 'BLOCKED'],
    ],
    'payee screening blocked',
  ],
  [
    [
      ['monitoring', 'PASSED'],
      ['screening_unavailable', 'BLOCKED'],
    ],
    'temporarily unavailable',
  ],
  [
    [
      ['monitoring', 'PASSED'],
      ['screening', 'PASSED'],
    ],
    'insufficient balance',
  ],
] as const)('what was recorded as %j before was refused as %j', (records, reason) => {
  const refusal = recordedRefusal(records.map(([rule, decision]) => ({ rule, decision })));
  expect(refusal === null || refusal.ok ? null : refusal.refusal.reason).toBe(reason);
});

test('a payout moves only from pending to settled or failed, and from settled to returned', () => {
  const moves = PAYOUT_STATUSES.flatMap((from) =>
    (['settle', 'fail', 'return'] as const).map((trigger) => {
      const move = decidePayoutMove(from, trigger);
      return `${from} ${trigger}: ${move.ok ? move.value : move.refusal.reason}`;
    }),
  );
  expect(moves.filter((move) => !move.includes('payout '))).toEqual([
    'PENDING settle: SETTLED',
    'PENDING fail: FAILED',
    'SETTLED return: RETURNED',
  ]);
  expect(moves).toContain('RETURNED return: payout returned');
});

test('in the sandbox a payout settles by itself after a day', () => {
  expect(SANDBOX_SETTLEMENT_MS).toBe(86_400_000);
});

test('an illegal move is refused with one code, and the status in the reason', () => {
  expect(decidePayoutMove('FAILED', 'settle')).toEqual({
    ok: false,
    refusal: { code: 'payout_state', reason: 'payout failed' },
  });
});

test('the bank’s word brings a payout to where the bank has it, or contradicts our books', () => {
  const all = (['pending', 'settled', 'failed', 'returned'] as const).map((transfer) => [
    transfer,
    ...PAYOUT_STATUSES.map((from) => movesTowards(transfer, from)?.join(', ') ?? 'contradicts'),
  ]);
  expect([['', ...PAYOUT_STATUSES], ...all]).toEqual([
    ['', 'PENDING', 'SETTLED', 'FAILED', 'RETURNED'],
    ['pending', '', 'contradicts', 'contradicts', 'contradicts'],
    ['settled', 'settle', '', 'contradicts', 'contradicts'],
    ['failed', 'fail', 'contradicts', '', 'contradicts'],
    ['returned', 'settle, return', 'return', 'contradicts', ''],
  ]);
});

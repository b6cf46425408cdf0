import {
  ATTEMPT_TIMEOUT_MS,
  DELIVERY_STATUSES,
  gapAfter,
  MAX_RESENDS,
  RETRY_GAPS_MS,
  SECRET_OVERLAP_HOURS,
  WEBHOOK_EVENTS,
} from '../../src/domain/webhook-schedule.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

test('a failed delivery is retried after 60 s, 5 min, 15 min, 1 h and 6 h', () => {
  expect(RETRY_GAPS_MS).toEqual([60 * SECOND, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR]);
});

test('each attempt but the last is followed by one more: at most six in all', () => {
  const gaps = Array.from({ length: 6 }, (_, index) => gapAfter(index + 1));
  expect(gaps).toEqual([...RETRY_GAPS_MS, null]);
  expect([gapAfter(7), gapAfter(0)]).toEqual([null, null]);
});

test('a receiver has 10 s to answer', () => {
  expect(ATTEMPT_TIMEOUT_MS).toBe(10 * SECOND);
});

test('the secret before a rotation signs for a day, and a call resends a thousand deliveries at most', () => {
  expect([SECRET_OVERLAP_HOURS, MAX_RESENDS]).toEqual([24, 1000]);
});

test('events and delivery states are the documented ones', () => {
  expect(WEBHOOK_EVENTS).toEqual([
    'checkout.authorized',
    'charge.captured',
    'charge.voided',
    'charge.returned',
  ]);
  expect(DELIVERY_STATUSES).toEqual(['PENDING', 'DELIVERED', 'FAILED', 'CANCELED']);
});

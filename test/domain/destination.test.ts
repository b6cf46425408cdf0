import { decideApproval, holdHours } from '../../src/domain/destination.ts';
import { ok, refuse } from '../../src/domain/outcome.ts';

test('the sandbox holds nothing', () => {
  for (const isForced of [true, false])
    for (const isVerifiedBusiness of [true, false])
      expect(holdHours({ env: 'sandbox', isForced, isVerifiedBusiness })).toBe(0);
});

test('live holds strangers for a day, and forced ones for three, for any holder', () => {
  const hours = (isForced: boolean, isVerifiedBusiness: boolean) =>
    holdHours({ env: 'live', isForced, isVerifiedBusiness });
  expect([hours(false, true), hours(false, false)]).toEqual([0, 24]);
  expect([hours(true, true), hours(true, false)]).toEqual([72, 72]);
});

test('a person cannot approve a destination that they registered, in any status', () => {
  for (const status of ['ACTIVE', 'HELD', 'DISABLED'] as const)
    expect(decideApproval({ status, registrant: 'user:1' }, 'user:1')).toEqual(
      refuse('second_person_required'),
    );
});

test('another person approves again and again, but not a disabled one', () => {
  for (const status of ['ACTIVE', 'HELD'] as const)
    expect(decideApproval({ status, registrant: 'user:1' }, 'user:2')).toEqual(ok(null));
  expect(decideApproval({ status: 'DISABLED', registrant: 'user:1' }, 'user:2')).toEqual(
    refuse('destination_disabled'),
  );
});

import { judgeManager, judgeOwners } from '../../src/domain/members.ts';
import { decideMode } from '../../src/domain/sign-in.ts';
import { ROLES } from '../../src/domain/roles.ts';
import type { Role } from '../../src/domain/roles.ts';

const pairs = ROLES.flatMap((actor) => ROLES.map((touched): [Role, Role] => [actor, touched]));
/** The specification's rank and the roles that manage members, written out. */
const ALLOWED = new Set([
  'owner owner',
  'owner admin',
  'owner finance',
  'owner support',
  'owner developer',
  'admin admin',
  'admin finance',
  'admin support',
  'admin developer',
]);

test.each(pairs)(
  '%s may change, remove and make a(n) %s only if both rank and capability allow it',
  (actor, touched) => {
    const outcome = judgeManager(actor, [touched]);
    expect(outcome.ok).toBe(ALLOWED.has(`${actor} ${touched}`));
    if (!outcome.ok)
      expect(outcome.refusal).toEqual({ code: 'admin_required', reason: 'owner/admin required' });
  },
);

test.each(pairs)('a change of %s and %s at once needs a rank for both', (first, second) => {
  for (const actor of ROLES) {
    const both = ALLOWED.has(`${actor} ${first}`) && ALLOWED.has(`${actor} ${second}`);
    expect(judgeManager(actor, [first, second]).ok).toBe(both);
  }
});

test.each(ROLES.map((role) => [role, role === 'owner' || role === 'admin'] as const))(
  '%s manages members: %s',
  (role, manages) => {
    expect(judgeManager(role, []).ok).toBe(manages);
  },
);

test.each(pairs)('%s may become %s unless no owner were left', (before, after) => {
  expect(judgeOwners({ before, after, owners: 2 }).ok).toBe(true);
  const alone = judgeOwners({ before, after, owners: 1 });
  expect(alone.ok).toBe(!(before === 'owner' && after !== 'owner'));
  if (!alone.ok) expect(alone.refusal.reason).toBe('last owner');
});

test.each(ROLES)('%s may leave unless no owner were left', (before) => {
  expect(judgeOwners({ before, after: null, owners: 2 }).ok).toBe(true);
  expect(judgeOwners({ before, after: null, owners: 1 }).ok).toBe(before !== 'owner');
});

test('the sandbox is for everybody, live for whom nothing keeps from it', () => {
  expect(decideMode('sandbox', ['kyb_not_approved'])).toEqual({ ok: true, value: 'sandbox' });
  expect(decideMode('live', [])).toEqual({ ok: true, value: 'live' });
  const blockers = ['kyc_not_approved', 'no_live_banking_partner'] as const;
  expect(decideMode('live', blockers)).toEqual({
    ok: false,
    refusal: { code: 'live_not_eligible', reason: 'live not eligible', details: { blockers } },
  });
});

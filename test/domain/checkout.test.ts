import {
  CHARGE_STATUSES,
  decideAuthorize,
  decideVoid,
  DEFAULT_MDR,
  HOLD_MS,
  checkCapture,
} from '../../src/domain/charge.ts';
import type { AuthorizationFacts } from '../../src/domain/charge.ts';
import {
  CHECKOUT_MOVES,
  CHECKOUT_STATUSES,
  CHECKOUT_TRIGGERS,
  decideTerminal,
  displacedStatus,
  dueTrigger,
  nextStatus,
} from '../../src/domain/checkout.ts';
import { liveBlockers } from '../../src/domain/environment.ts';
import { homeCurrency, isCountry, isCurrency } from '../../src/domain/countries.ts';
import { minor } from '../../src/domain/money.ts';
import { may, ROLES } from '../../src/domain/roles.ts';
import { gapAfter } from '../../src/domain/webhook-schedule.ts';

describe('a checkout moves as the specification draws it', () => {
  test('every status but the four ends can be left, and every status can be reached', () => {
    const leaving = CHECKOUT_STATUSES.filter((status) => Object.keys(CHECKOUT_MOVES[status]).length > 0);
    expect(leaving).toEqual(['PENDING', 'AUTHORIZED']);
    const reached = new Set(
      CHECKOUT_STATUSES.flatMap((from) => CHECKOUT_TRIGGERS.map((trigger) => nextStatus(from, trigger))),
    );
    expect([...reached].filter((status) => status !== null).toSorted()).toEqual([
      'AUTHORIZED',
      'CAPTURED',
      'EXPIRED',
      'SUPERSEDED',
      'VOIDED',
    ]);
  });

  test('only a pending one is authorized, and only an authorized one captured or voided', () => {
    expect(CHECKOUT_STATUSES.filter((status) => nextStatus(status, 'authorize') !== null)).toEqual([
      'PENDING',
    ]);
    expect(CHECKOUT_STATUSES.filter((status) => nextStatus(status, 'capture') !== null)).toEqual([
      'AUTHORIZED',
    ]);
    expect(CHECKOUT_STATUSES.filter((status) => nextStatus(status, 'void') !== null)).toEqual(['AUTHORIZED']);
  });

  test('one that makes way is superseded, unless its time had run out', () => {
    const expiresAt = new Date(1000);
    expect(displacedStatus(expiresAt, new Date(999))).toBe('SUPERSEDED');
    expect(displacedStatus(expiresAt, new Date(1000))).toBe('EXPIRED');
  });

  test('by itself only where the table lets it expire or lapse', () => {
    expect(CHECKOUT_STATUSES.map(dueTrigger)).toEqual(['expire', 'lapse', null, null, null, null]);
    for (const status of CHECKOUT_STATUSES) {
      const trigger = dueTrigger(status);
      expect(trigger === null ? null : nextStatus(status, trigger)).toBe(trigger === null ? null : 'EXPIRED');
    }
  });

  test('by a capture or a void only where the table says so', () => {
    const [at, holdExpiresAt] = [new Date(0), new Date(1)];
    const permitted = CHARGE_STATUSES.map((status) => [
      checkCapture({ env: 'sandbox', status, holdExpiresAt }, { kyb: 'NOT_STARTED', isSuspended: false }, at)
        .ok,
      decideVoid({ status, holdExpiresAt }, at).ok,
    ]);
    const triggers = ['capture', 'void'] as const;
    const listed = CHARGE_STATUSES.map((status) => triggers.map((trigger) => nextStatus(status, trigger)));
    expect(permitted).toEqual(listed.map((row) => row.map((to) => to !== null)));
  });
});

describe('a terminal', () => {
  const terminal = { orgId: 'shop', terminalType: 'REUSABLE', status: 'ACTIVE' } as const;
  const refused = (code: string, reason: string) => ({ ok: false, refusal: { code, reason } });

  test('that is the merchant’s own, reusable and active takes a new checkout', () => {
    expect(decideTerminal(terminal, 'shop')).toEqual({ ok: true, value: null });
  });

  test('is refused as unknown, another’s, not reusable, inactive, in this order', () => {
    const wrong = { orgId: 'other', terminalType: 'USE_ONCE', status: 'INACTIVE' } as const;
    expect([
      decideTerminal(null, 'shop'),
      decideTerminal(wrong, 'shop'),
      decideTerminal({ ...wrong, orgId: 'shop' }, 'shop'),
      decideTerminal({ ...terminal, status: 'INACTIVE' }, 'shop'),
    ]).toEqual([
      refused('terminal_not_found', 'terminal not found'),
      refused('terminal_of_another_merchant', 'terminal belongs to another merchant'),
      refused('terminal_not_reusable', 'only REUSABLE terminals can be reused'),
      refused('terminal_inactive', 'terminal inactive'),
    ]);
  });
});

describe('voiding', () => {
  const holdExpiresAt = new Date('2026-01-08T00:00:00Z');
  const at = (ms: number) => new Date(holdExpiresAt.getTime() + ms);

  test('is for an authorized charge until its hold ends', () => {
    expect(decideVoid({ status: 'AUTHORIZED', holdExpiresAt }, at(-1))).toEqual({ ok: true, value: null });
    for (const ms of [0, 1]) {
      expect(decideVoid({ status: 'AUTHORIZED', holdExpiresAt }, at(ms))).toEqual({
        ok: false,
        refusal: { code: 'auth_not_voidable', reason: 'auth not voidable' },
      });
    }
  });

  test('is refused in every other status, a repeat included', () => {
    const voidable = CHARGE_STATUSES.filter((status) => decideVoid({ status, holdExpiresAt }, at(-1)).ok);
    expect(voidable).toEqual(['AUTHORIZED']);
  });
});

describe('authorizing', () => {
  const at = new Date('2026-01-01T00:00:00Z');
  const consumer = {
    id: 'ann',
    currency: 'USD',
    kyc: 'APPROVED',
    hasLivePartner: true,
    available: minor(100),
  } as const;
  const facts: AuthorizationFacts = {
    env: 'live',
    status: 'PENDING',
    expiresAt: new Date(at.getTime() + 1),
    total: minor(100),
    currency: 'USD',
    isSuspended: false,
    authorizedBy: null,
    consumer,
  };
  const reason = (change: Partial<AuthorizationFacts>, when = at) => {
    const decision = decideAuthorize({ ...facts, ...change }, when);
    return decision.ok ? 'ok' : decision.refusal.reason;
  };

  test('needs a payable checkout, partner and KYC in live, a merchant who is not suspended, the shopper’s currency and the funds, in this order', () => {
    const poor = {
      id: 'ann',
      currency: 'EUR',
      kyc: 'PENDING',
      hasLivePartner: false,
      available: minor(99),
    } as const;
    expect(reason({ status: 'SUPERSEDED', consumer: poor })).toBe('checkout superseded');
    expect(reason({ consumer: poor }, facts.expiresAt)).toBe('checkout expired');
    expect(reason({ consumer: poor })).toBe('no live banking partner');
    expect(reason({ consumer: { ...poor, hasLivePartner: true } })).toBe('consumer KYC not approved');
    expect(reason({ env: 'sandbox', isSuspended: true, consumer: poor })).toBe('org suspended');
    expect(reason({ env: 'sandbox', consumer: poor })).toBe('currency mismatch');
    expect(reason({ consumer: { ...consumer, available: minor(99) } })).toBe('insufficient balance');
    expect(reason({})).toBe('ok');
  });

  test('again by the same shopper gives the same charge; anybody else is refused', () => {
    const authorizedBy = { consumerId: 'ann', chargeId: 'charge', holdExpiresAt: new Date(at.getTime() + 1) };
    expect(decideAuthorize({ ...facts, status: 'AUTHORIZED', authorizedBy }, at)).toEqual({
      ok: true,
      value: { again: 'charge' },
    });
    expect(reason({ status: 'AUTHORIZED', authorizedBy: { ...authorizedBy, consumerId: 'bob' } })).toBe(
      'checkout authorized',
    );
    expect(reason({ status: 'CAPTURED', authorizedBy })).toBe('checkout captured');
    expect(reason({ status: 'AUTHORIZED', authorizedBy }, authorizedBy.holdExpiresAt)).toBe(
      'checkout expired',
    );
  });
});

describe('authorizing, as programs read it', () => {
  const at = new Date('2026-01-01T00:00:00Z');
  const facts: AuthorizationFacts = {
    env: 'sandbox',
    status: 'PENDING',
    expiresAt: new Date(at.getTime() + 1),
    total: minor(100),
    currency: 'USD',
    isSuspended: false,
    authorizedBy: null,
    consumer: {
      id: 'ann',
      currency: 'USD',
      kyc: 'NOT_STARTED',
      hasLivePartner: false,
      available: minor(100),
    },
  };
  const notPayable = (reason: string) => ({ ok: false, refusal: { code: 'checkout_not_payable', reason } });

  test('the first authorization repeats none', () => {
    expect(decideAuthorize(facts, at)).toEqual({ ok: true, value: { again: null } });
  });

  test('a checkout that is not payable has one code, and its status as the reason', () => {
    expect(decideAuthorize({ ...facts, status: 'VOIDED' }, at)).toEqual(notPayable('checkout voided'));
    expect(decideAuthorize({ ...facts, status: 'AUTHORIZED' }, at)).toEqual(
      notPayable('checkout authorized'),
    );
    expect(decideAuthorize(facts, facts.expiresAt)).toEqual(notPayable('checkout expired'));
    const authorizedBy = { consumerId: 'ann', chargeId: 'charge', holdExpiresAt: at };
    expect(decideAuthorize({ ...facts, status: 'AUTHORIZED', authorizedBy }, at)).toEqual(
      notPayable('checkout expired'),
    );
  });

  test('a hold lasts 7 days, and the fee of a new organization is 2 %', () => {
    expect([HOLD_MS, DEFAULT_MDR]).toEqual([604_800_000, 200]);
  });

  test('is for the statuses that the table lets be authorized', () => {
    const payable = CHECKOUT_STATUSES.filter((status) => decideAuthorize({ ...facts, status }, at).ok);
    expect(payable).toEqual(CHECKOUT_STATUSES.filter((status) => nextStatus(status, 'authorize') !== null));
  });
});

describe('small rules', () => {
  test('a webhook is retried after 60 s, 5 min, 15 min, 1 h and 6 h, and then no more', () => {
    expect([1, 2, 3, 4, 5, 6].map(gapAfter)).toEqual([60_000, 300_000, 900_000, 3_600_000, 21_600_000, null]);
  });

  test('owners and admins manage members, keys and the webhook; finance may pay out too; everybody may look', () => {
    const who = (capability: Parameters<typeof may>[1]) => ROLES.filter((role) => may(role, capability));
    for (const capability of ['manage_members', 'manage_keys', 'manage_webhook', 'manage_org'] as const) {
      expect(who(capability)).toEqual(['owner', 'admin']);
    }
    expect(who('create_payouts')).toEqual(['owner', 'admin', 'finance']);
    expect(who('view')).toEqual(ROLES);
  });

  test('live needs verification and a banking partner', () => {
    expect(liveBlockers({ kind: 'business', verification: 'PENDING', hasLivePartner: false })).toEqual([
      'kyb_not_approved',
      'no_live_banking_partner',
    ]);
    expect(liveBlockers({ kind: 'consumer', verification: 'REJECTED', hasLivePartner: true })).toEqual([
      'kyc_not_approved',
    ]);
    expect(liveBlockers({ kind: 'business', verification: 'APPROVED', hasLivePartner: true })).toEqual([]);
  });

  test('countries and currencies are the assigned and the circulating ones, upper case', () => {
    expect(['US', 'DE', 'BG', 'JP', 'KW'].map(homeCurrency)).toEqual(['USD', 'EUR', 'EUR', 'JPY', 'KWD']);
    expect(['us', 'XX', 'UK', 'XK', 'EU'].filter(isCountry)).toEqual([]);
    expect(['usd', 'XXX', 'XAU', 'DEM', 'XTS', 'HRK', 'US'].filter(isCurrency)).toEqual([]);
    expect(['USD', 'EUR', 'JPY', 'KWD', 'XOF', 'CHF'].every(isCurrency)).toBe(true);
  });
});

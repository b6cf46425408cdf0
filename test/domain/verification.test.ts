import { decideOverruling, decideVerdict, nextAsk } from '../../src/domain/verification.ts';
import type { CaseFacts, CaseStatus, Verdict } from '../../src/domain/verification.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const VERDICTS: readonly Verdict[] = ['APPROVED', 'REJECTED', 'WITHDRAWN'];
const open: CaseFacts = {
  status: 'PENDING',
  verdictAt: null,
  isNewest: true,
  isOverruled: false,
  standing: 'PENDING',
};

type TimedVerdict = readonly [Verdict, number];

/** The state of a case and its applicant after these verdicts, in the order of their arrival. */
const after = (verdicts: readonly TimedVerdict[], from: CaseFacts = open): CaseFacts =>
  verdicts.reduce<CaseFacts>((now, [verdict, at]) => {
    const effect = decideVerdict(now, { verdict, at: new Date(at) });
    if (effect === null) return now;
    return {
      ...now,
      status: effect.status ?? now.status,
      standing: effect.standing ?? now.standing,
      verdictAt: new Date(at),
    };
  }, from);

test('two verdicts that a provider may give one after the other end the same in whichever order they come', () => {
  for (const second of ['REJECTED', 'WITHDRAWN'] as const) {
    for (const at of [1, 2]) {
      const [first, then]: TimedVerdict[] = [
        ['APPROVED', 1],
        [second, at],
      ] as [TimedVerdict, TimedVerdict];
      for (const order of [
        [first, then],
        [then, first],
        [then, first, then, first],
      ]) {
        expect(after(order as TimedVerdict[])).toMatchObject({ status: second, standing: second });
      }
    }
  }
});

test('no sequence of verdicts gives back trust that was taken', () => {
  for (const one of VERDICTS) {
    for (const two of VERDICTS) {
      for (const three of VERDICTS) {
        const states = [1, 2, 3].map((count) =>
          after(([one, two, three] as const).slice(0, count).map((verdict, at) => [verdict, at])),
        );
        const lost = states.findIndex(({ status }) => status === 'REJECTED' || status === 'WITHDRAWN');
        if (lost >= 0)
          for (const { status, standing } of states.slice(lost))
            expect([status, standing]).not.toContain('APPROVED');
      }
    }
  }
});

test('a verdict never touches the standing through an older case, and lowers the operator’s decision only', () => {
  for (const verdict of VERDICTS) {
    for (const status of ['PENDING', ...VERDICTS] as CaseStatus[]) {
      const older = after([[verdict, 9]], { ...open, status, isNewest: false, standing: 'APPROVED' });
      expect(older.standing).toBe('APPROVED');
    }
    for (const standing of ['NOT_STARTED', 'PENDING', ...VERDICTS] as const) {
      const overruled = after([[verdict, 9]], {
        ...open,
        status: 'REJECTED',
        isOverruled: true,
        standing,
        verdictAt: new Date(8),
      });
      const lowered = verdict !== 'APPROVED' && (standing === 'APPROVED' || standing === 'PENDING');
      expect(overruled.standing).toBe(lowered ? verdict : standing);
      const before = after([[verdict, 7]], {
        ...open,
        status: 'APPROVED',
        isOverruled: true,
        standing,
        verdictAt: new Date(8),
      });
      expect(before.standing).toBe(standing);
    }
  }
});

test('the operator closes the open case with the decision, and moves a closed one only where it may move', () => {
  expect(decideOverruling('PENDING', 'PENDING')).toBeNull();
  expect(decideOverruling('PENDING', 'NOT_STARTED')).toEqual({ status: 'WITHDRAWN' });
  for (const verdict of VERDICTS) expect(decideOverruling('PENDING', verdict)).toEqual({ status: verdict });
  expect(decideOverruling('APPROVED', 'PENDING')).toEqual({ status: null });
  expect(decideOverruling('APPROVED', 'REJECTED')).toEqual({ status: 'REJECTED' });
  expect(decideOverruling('WITHDRAWN', 'APPROVED')).toEqual({ status: null });
});

test('the provider is asked after an hour, then daily, and at the end', () => {
  const times = { createdAt: 5, expiresAt: 5 + 30 * DAY };
  const asked: number[] = [];
  for (let now = 5; now < times.expiresAt; now = asked.at(-1) as number) asked.push(nextAsk(times, now));
  expect(asked.slice(0, 3)).toEqual([5 + HOUR, 5 + HOUR + DAY, 5 + HOUR + 2 * DAY]);
  expect(asked.slice(-2)).toEqual([5 + HOUR + 29 * DAY, times.expiresAt]);
  expect(asked).toHaveLength(31);
  expect(nextAsk(times, times.expiresAt + DAY)).toBe(times.expiresAt);
});

import fc from 'fast-check';
import {
  afterPause,
  beginTransfer,
  isOpen,
  nextStep,
  pauseOf,
  SUBMIT_MS,
} from '../../src/domain/transfer.ts';
import type { BankReply, KnownTransfer, TransferState, TransferWrite } from '../../src/domain/transfer.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 0, 1);

const transfer: KnownTransfer = { id: 't', status: 'pending', amount: 500, currency: 'USD', reason: null };
const KNOWN = { kind: 'known', transfer, askedAt: 7 } as const;
const UNKNOWN = { kind: 'unknown', askedAt: 7 } as const;
const REFUSED = { kind: 'refused', reason: 'account closed' } as const;
const NO_ANSWERS = [{ kind: 'unsure' }, { kind: 'unavailable' }, { kind: 'not sent' }] as const;
const REPLIES: readonly BankReply[] = [KNOWN, UNKNOWN, REFUSED, ...NO_ANSWERS];

const IN_DOUBT = { isPending: true, isTaken: false, isUnheard: false };
const begun = beginTransfer({ ...IN_DOUBT, isFirst: true }, NOW);
const resumed = beginTransfer({ ...IN_DOUBT, isFirst: false }, NOW);
const taken: TransferState = { ...begun, isTaken: true, nextCall: 'find' };

/** The steps after these replies, one a second from `NOW`. */
function stepsAfter(replies: readonly BankReply[], from: TransferState = begun) {
  let state = from;
  return replies.map((reply, second) => {
    const step = nextStep(state, reply, NOW + second * SECOND);
    ({ state } = step);
    return step;
  });
}
const lastAfter = (replies: readonly BankReply[], from?: TransferState) => stepsAfter(replies, from).at(-1);
const refusalOf = (reply: typeof REFUSED) => ({ kind: 'refuse', reason: reply.reason });

describe('the first call', () => {
  test('submits when nothing can have been sent before, and asks otherwise', () => {
    expect(begun).toEqual({
      ...IN_DOUBT,
      nextCall: 'submit',
      unknowns: 0,
      refusal: null,
      strayUntil: 0,
      pauseMs: SECOND,
    });
    expect(resumed).toEqual({ ...begun, nextCall: 'find', strayUntil: NOW + 30 * SECOND });
  });

  test('is made while the payout is pending, or while the bank still has to be heard', () => {
    const ended = { ...begun, isPending: false };
    expect([begun, ended, { ...ended, isUnheard: true }].map(isOpen)).toEqual([true, false, true]);
  });
});

describe('a transfer in doubt', () => {
  test('that the bank has is applied', () => {
    expect(nextStep(begun, KNOWN, NOW)).toEqual({
      state: { ...begun, nextCall: 'find' },
      write: { kind: 'apply', transfer, askedAt: 7 },
    });
  });

  test('that cannot have reached the bank is sent again', () => {
    expect(nextStep(begun, { kind: 'not sent' }, NOW)).toEqual({ state: begun, write: null });
  });

  test('is asked for after a submit without an answer, which may arrive for 30 s', () => {
    const asked = { ...begun, nextCall: 'find', strayUntil: NOW + 30 * SECOND };
    expect(nextStep(begun, { kind: 'unsure' }, NOW)).toEqual({ state: asked, write: null });
    expect(SUBMIT_MS).toBe(15 * SECOND);
  });

  test('is asked for again while the bank is away', () => {
    const step = nextStep(begun, { kind: 'unavailable' }, NOW);
    expect(step).toEqual({ state: { ...begun, nextCall: 'find' }, write: null });
  });

  test('is sent again after three replies of unknown, and asked for soon after that', () => {
    const waiting = { ...begun, pauseMs: MINUTE };
    const steps = stepsAfter([UNKNOWN, UNKNOWN, UNKNOWN], waiting);
    expect(steps.map(({ state }) => [state.nextCall, state.unknowns, state.pauseMs])).toEqual([
      ['find', 1, MINUTE],
      ['find', 2, MINUTE],
      ['submit', 0, SECOND],
    ]);
    expect(steps.map(({ write }) => write)).toEqual([null, null, null]);
  });

  test('that was refused fails after three replies of unknown, the ones before the refusal included', () => {
    const steps = stepsAfter([REFUSED, UNKNOWN, UNKNOWN, UNKNOWN]);
    expect(steps.map(({ write }) => write)).toEqual([null, null, null, refusalOf(REFUSED)]);
    expect(lastAfter([UNKNOWN, UNKNOWN, REFUSED, UNKNOWN])?.write).toEqual(refusalOf(REFUSED));
    for (const { state } of steps) expect([state.nextCall, state.refusal]).toEqual(['find', REFUSED.reason]);
  });

  test('that was refused does not fail while an earlier submit may arrive', () => {
    const refused = { ...resumed, refusal: REFUSED.reason, unknowns: 2 };
    const early = nextStep(refused, UNKNOWN, NOW + 30 * SECOND - 1);
    expect(early).toEqual({ state: { ...refused, unknowns: 3 }, write: null });
    expect(nextStep(early.state, UNKNOWN, NOW + 30 * SECOND).write).toEqual(refusalOf(REFUSED));
  });
});

describe('a transfer that the bank has', () => {
  test('is asked for, and what the bank no longer knows is written down', () => {
    const asked = { state: taken, write: null };
    expect(REPLIES.map((reply) => nextStep(taken, reply, NOW))).toEqual([
      { ...asked, write: { kind: 'apply', transfer, askedAt: 7 } },
      { ...asked, write: { kind: 'apply', transfer: null, askedAt: 7 } },
      asked,
      asked,
      asked,
      asked,
    ]);
  });

  test('is asked for once after its end, and again only while the bank is away', () => {
    const ended = { ...taken, isPending: false, isUnheard: true };
    const unheard = REPLIES.filter((reply) => nextStep(ended, reply, NOW).state.isUnheard);
    expect(unheard).toEqual([{ kind: 'unavailable' }]);
  });

  test('that failed without being taken changes only by what the bank has', () => {
    const failed = { ...begun, isPending: false };
    const writes = REPLIES.map((reply) => nextStep(failed, reply, NOW));
    expect(writes.map(({ write }) => write?.kind ?? null)).toEqual(['apply', null, null, null, null, null]);
    expect(writes.map(({ state }) => state.unknowns)).toEqual(writes.map(() => 0));
  });
});

describe('pauses', () => {
  const pauses = (from: TransferState, count: number) => {
    const states = [from];
    while (states.length < count) states.push(afterPause(states.at(-1) as TransferState, false));
    return states.map((state) => pauseOf(state) / SECOND);
  };

  test('double from a second to an hour, and to a minute while the transfer is in doubt', () => {
    expect(pauses(taken, 14)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600]);
    expect(pauses(begun, 9)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  test('begin again with a hint', () => {
    expect(afterPause({ ...taken, pauseMs: HOUR }, true)).toEqual({ ...taken, pauseMs: SECOND });
  });
});

/**
 * The bank's behaviour at one call. A submit without an answer arrives some time after the reply, or never.
 */
interface Call {
  readonly submit: BankReply['kind'];
  readonly arrivesAfterMs: number | null;
  readonly isAway: boolean;
  readonly isHinted: boolean;
}

interface Behaviour {
  readonly calls: readonly Call[];
  readonly isFirst: boolean;
  /** The arrival of a submit by an earlier run of the workflow, after the start of this one. */
  readonly earlierArrivalMs: number | null;
  /** The time after which the bank shows a transfer that it took. */
  readonly showsAfterMs: number;
  /** The reply to every submit after the listed calls. */
  readonly lastReply: 'known' | 'refused';
}

const upToSubmit = fc.integer({ min: 0, max: SUBMIT_MS });
const behaviour: fc.Arbitrary<Behaviour> = fc.record({
  calls: fc.array(
    fc.record({
      submit: fc.constantFrom('known', 'refused', 'not sent', 'unsure'),
      arrivesAfterMs: fc.option(upToSubmit, { nil: null }),
      isAway: fc.boolean(),
      isHinted: fc.boolean(),
    }),
    { maxLength: 30 },
  ),
  isFirst: fc.boolean(),
  earlierArrivalMs: fc.option(upToSubmit, { nil: null }),
  showsAfterMs: upToSubmit,
  lastReply: fc.constantFrom('known', 'refused'),
});

interface Path {
  readonly ending: TransferWrite['kind'] | null;
  /** The times at which submits reach the bank. */
  readonly arrivals: readonly number[];
  /** The replies to each submit and to the questions after it. The first row is before the first submit. */
  readonly replies: readonly (readonly BankReply['kind'][])[];
}

/**
 * Follows one transfer until a reply changes the books. The bank answers every call after the listed ones.
 */
function follow({ calls, isFirst, earlierArrivalMs, showsAfterMs, lastReply }: Behaviour): Path {
  let [now, state] = [NOW, isFirst ? begun : resumed];
  const arrivals = isFirst || earlierArrivalMs === null ? [] : [now + earlierArrivalMs];
  const replies: BankReply['kind'][][] = [[]];
  for (let round = 0; round < calls.length + 30; round++) {
    const call = calls[round] ?? { submit: lastReply, arrivesAfterMs: null, isAway: false, isHinted: false };
    const isSubmit = state.nextCall === 'submit';
    const kind = isSubmit ? call.submit : replyToFind(call.isAway, arrivals, now - showsAfterMs);
    if (isSubmit) replies.push([]);
    if (kind === 'unsure' && call.arrivesAfterMs !== null) arrivals.push(now + call.arrivesAfterMs);
    replies.at(-1)?.push(kind);
    const step = nextStep(state, REPLIES.find((reply) => reply.kind === kind) as BankReply, now);
    if (step.write !== null) return { ending: step.write.kind, arrivals, replies };
    now += call.isHinted ? 1 : pauseOf(step.state);
    state = afterPause(step.state, call.isHinted);
  }
  return { ending: null, arrivals, replies };
}

function replyToFind(isAway: boolean, arrivals: readonly number[], shownUntil: number): BankReply['kind'] {
  if (isAway) return 'unavailable';
  return arrivals.some((arrival) => arrival <= shownUntil) ? 'known' : 'unknown';
}

const holdsAlways = (check: (path: Path) => void): void => {
  fc.assert(
    fc.property(behaviour, (one) => check(follow(one))),
    { numRuns: 2000 },
  );
};

describe('whatever the bank does, a transfer', () => {
  test('fails only when no submit has reached the bank, and none will', () => {
    holdsAlways(({ ending, arrivals }) => expect(ending === 'refuse' ? arrivals : []).toEqual([]));
  });

  test('is sent again only when nothing can have reached the bank, or after three replies of unknown', () => {
    holdsAlways(({ replies }) => {
      for (const row of replies.slice(1, -1)) {
        expect(row.at(-1) === 'not sent' || row.filter((kind) => kind === 'unknown').length === 3).toBe(true);
        expect(row).not.toContain('refused');
      }
    });
  });

  test('ends once the bank answers', () => {
    holdsAlways(({ ending }) => expect(ending).not.toBeNull());
  });

  test('that is taken is neither sent nor refused', () => {
    const states = fc.record({
      isPending: fc.boolean(),
      isTaken: fc.constant(true),
      isUnheard: fc.boolean(),
      nextCall: fc.constantFrom('submit' as const, 'find' as const),
      unknowns: fc.integer({ min: 0, max: 5 }),
      refusal: fc.constantFrom(null, REFUSED.reason),
      strayUntil: fc.constantFrom(0, NOW + MINUTE),
      pauseMs: fc.integer({ min: SECOND, max: HOUR }),
    });
    fc.assert(
      fc.property(states, fc.constantFrom(...REPLIES), (state, reply) => {
        const { state: after, write } = nextStep(state, reply, NOW);
        expect([after.nextCall, write?.kind === 'refuse']).toEqual(['find', false]);
      }),
    );
  });
});

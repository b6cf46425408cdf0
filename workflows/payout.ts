import { condition, continueAsNew, proxyLocalActivities, setCurrentDetails, setHandler } from '@temporalio/workflow';
import type { BankActivities, Heard } from '../activities/bank.ts';
import type { PayoutActivities, PayoutState, ScreenedPayee } from '../activities/payout.ts';
import type { ScreeningActivities } from '../activities/screening.ts';
import { ok } from '../src/domain/outcome.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import type { PayoutStatus } from '../src/domain/payout.ts';
import { SUBMIT_MS } from '../src/domain/transfer.ts';
import { orgClock } from './clock.ts';
import type { OrgClock } from './clock.ts';
import { askBank, bankSpoke, nudge, requested } from './messages.ts';
import type { PayoutInput } from './messages.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { POLICIES, queuedSteps } from './steps.ts';

/** Steps in the book, tried until they are done: what was reserved is never left half way. */
const book = proxyLocalActivities<PayoutActivities>(POLICIES.due);

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60 * 60 * 1000;
/** A bank may be slower to show a transfer than to take it: only after this many answers that it knows none is it believed. */
const ENOUGH_UNKNOWNS = 3;
/** How long a submit that nobody heard the end of may still arrive: while it may, no refusal of another one counts. */
const STRAY_MS = 2 * SUBMIT_MS;

/** What a running payout has seen. */
interface Seen {
  row: PayoutState | null;
  answer: Outcome<null> | null;
  /** How often the bank, or an operator, has said that there is something to look at. */
  hints: number;
  /** The payout has ended, but the bank was away when it was asked, and may have a later state of the transfer. */
  isUnheard: boolean;
}

/**
 * One payout: judged and reserved, sent once, and followed until the bank has settled, failed or returned it.
 *
 * In the sandbox it settles by the org's clock. It can begin again from its row at any time: a return may come long
 * after it has ended.
 */
export async function payout(input: PayoutInput): Promise<PayoutStatus | 'REFUSED'> {
  const steps = oneAtATime()(book);
  const step = { payoutId: input.payoutId, orgId: input.orgId };
  const seen: Seen = { row: null, answer: null, hints: 0, isUnheard: input.isUnheard === true };
  const clock = orgClock(() => continueAsNew<typeof payout>({ ...step, isNew: false, deadline: null, isUnheard: seen.isUnheard }));
  const adopt = (row: PayoutState): PayoutState => (seen.row = clock.learn(row));
  const hint = (): void => {
    seen.hints++;
  };

  setHandler(requested, async () => {
    await condition(() => seen.answer !== null || seen.row !== null);
    return seen.answer ?? ok(null);
  });
  setHandler(nudge, async (command) => {
    const { answer, row } = await steps.nudgePayout({ ...step, ...command });
    adopt(row);
    return answer;
  });
  setHandler(bankSpoke, hint);
  setHandler(askBank, hint);

  if (input.isNew) {
    setCurrentDetails('Has its payee screened');
    const asked = { ...step, deadline: input.deadline ?? 0 };
    const { answer, row } = await steps.reservePayout({ ...asked, screened: await screened(asked) });
    seen.answer = answer;
    if (row === null) return clock.end('REFUSED');
    adopt(row);
  } else {
    adopt(await steps.loadPayout(step));
  }

  const { isLive } = seen.row as PayoutState;
  const end = await (isLive ? throughBank({ seen, adopt, steps, clock, input }) : bySandboxClock({ seen, adopt, steps, clock, input }));
  setCurrentDetails(`Ended as ${end}`);
  return clock.end((seen.row as PayoutState).status);
}

interface Course {
  readonly seen: Seen;
  readonly adopt: (row: PayoutState) => PayoutState;
  readonly steps: PayoutActivities;
  readonly clock: OrgClock;
  readonly input: PayoutInput;
}

/** Nobody could screen is an answer as well: nothing is sent then. */
async function screened(step: { payoutId: string; deadline: number }): Promise<ScreenedPayee> {
  const { screenPayee } = queuedSteps<ScreeningActivities>('screening');
  try {
    return await screenPayee(step);
  } catch {
    return { kind: 'unavailable' };
  }
}

async function bySandboxClock({ seen, adopt, steps, clock, input: { payoutId, orgId } }: Course): Promise<PayoutStatus> {
  const due = (): number | null => (seen.row as PayoutState).due;
  for (let next = due(); next !== null; next = due()) {
    const waited = next;
    setCurrentDetails(`Settles at ${new Date(waited).toISOString()}`);
    if (!(await clock.waitUntil(waited, () => due() !== waited))) continue;
    adopt(await steps.settleDue({ payoutId, orgId, at: clock.at(waited) }));
    if (due() === waited) throw new Error(`payout ${payoutId} was due and did not move`);
  }
  return (seen.row as PayoutState).status;
}

/**
 * Sends the payout once and follows it. Whatever leaves it in doubt whether the bank has it is settled by asking, and
 * only a bank that goes on saying that it knows no such transfer is sent it again, under the same key.
 */
async function throughBank({ seen, adopt, steps, clock, input: { payoutId, orgId } }: Course): Promise<PayoutStatus> {
  const step = { payoutId, orgId };
  const row = (): PayoutState => seen.row as PayoutState;
  const isPending = (): boolean => row().status === 'PENDING';
  let mustSend = false;
  if (isPending() && !row().isTaken) {
    const { isFirst, row: left } = await steps.beginSending(step);
    adopt(left);
    mustSend = isFirst;
  }
  const doubt = createDoubt(mustSend);
  // What the bank has to tell of a payout that has ended is told once: it must not be lost because the bank is away.
  for (let pause = FIRST_PAUSE_MS; isPending() || seen.hints > 0 || seen.isUnheard; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    seen.hints = 0;
    const heard = await (mustSend ? submit(step) : ask(step));
    mustSend = false;
    seen.isUnheard = heard.kind === 'unavailable' && !isPending();
    if (heard.kind === 'known') {
      adopt(await steps.applyTransfer({ ...step, transfer: heard.transfer, askedAt: heard.askedAt }));
    } else if (row().isTaken) {
      if (heard.kind === 'unknown') adopt(await steps.applyTransfer({ ...step, transfer: null, askedAt: heard.askedAt }));
    } else if (isPending()) {
      const next = doubt.after(heard);
      if (next.kind === 'give up') adopt(await steps.refuseTransfer({ ...step, reason: next.reason }));
      mustSend = next.kind === 'send';
      // Another submit is another beginning: what became of it is asked for soon.
      if (next.kind === 'send' && heard.kind === 'unknown') pause = FIRST_PAUSE_MS;
    }
    if (!isPending() && !seen.isUnheard) continue;
    const next = Date.now() + (row().isTaken ? pause : Math.min(pause, 60_000));
    setCurrentDetails(
      `${row().isTaken ? 'The bank has it' : 'In doubt whether the bank has it'}. Asks again at ${new Date(next).toISOString()}; the signal askBank makes it ask now`,
    );
    await clock.waitUntil(next, () => seen.hints > 0);
    if (seen.hints > 0) pause = FIRST_PAUSE_MS / 2;
  }
  return row().status;
}

/** What to do about a transfer that the bank is not known to have. */
type Next = { readonly kind: 'ask' | 'send' } | { readonly kind: 'give up'; readonly reason: string };

/** Keeps what was heard of a transfer in doubt. `isFirst` is false when an earlier run of the workflow may have sent it. */
function createDoubt(isFirst: boolean): { after(heard: Heard): Next } {
  let unknowns = 0;
  let refusal: string | null = null;
  let strayUntil = isFirst ? 0 : Date.now() + STRAY_MS;
  return {
    after(heard) {
      if (heard.kind === 'not sent') return { kind: 'send' };
      if (heard.kind === 'unsure') strayUntil = Date.now() + STRAY_MS;
      if (heard.kind === 'refused') refusal = heard.reason;
      if (heard.kind !== 'unknown' || ++unknowns < ENOUGH_UNKNOWNS) return { kind: 'ask' };
      // An earlier submit may have been taken, or may yet arrive, where a later one was refused.
      if (refusal !== null) return Date.now() < strayUntil ? { kind: 'ask' } : { kind: 'give up', reason: refusal };
      unknowns = 0;
      return { kind: 'send' };
    },
  };
}

/** Sends. Never tried again by Temporal: an attempt that was lost may have been taken, so what is not told is in doubt. */
async function submit(step: { payoutId: string }): Promise<Heard> {
  const { submitTransfer } = queuedSteps<BankActivities>('submitTransfer');
  try {
    return await submitTransfer(step);
  } catch {
    return { kind: 'unsure' };
  }
}

async function ask(step: { payoutId: string }): Promise<Heard> {
  const { findTransfer } = queuedSteps<BankActivities>('findTransfer');
  return findTransfer(step);
}

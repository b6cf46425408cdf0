import {
  condition,
  continueAsNew,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { BankActivities } from '../activities/bank.ts';
import type { PayoutActivities } from '../activities/payout.ts';
import type { ScreeningActivities } from '../activities/screening.ts';
import { ok } from '../src/domain/outcome.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import type { PayoutStatus, ScreenedPayee } from '../src/domain/payout.ts';
import { afterPause, beginTransfer, isOpen, nextStep, pauseOf } from '../src/domain/transfer.ts';
import type { BankReply, BookedTransfer, TransferState } from '../src/domain/transfer.ts';
import { orgClock } from './clock.ts';
import type { OrgClock } from './clock.ts';
import { askBank, checkBank, nudge, awaitReservation } from './messages.ts';
import type { PayoutInput, PayoutRef, PayoutState } from './messages.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { POLICIES, queuedSteps } from './steps.ts';

/** The steps in the database. They are retried until they succeed: a reservation is never left half done. */
const book = proxyLocalActivities<PayoutActivities>(POLICIES.due);

/** The state of a running payout: its answers and messages so far. */
interface Seen {
  row: PayoutState | null;
  answer: Outcome<null> | null;
  /** The number of hints, from the bank or an operator, since the last call to the bank. */
  hints: number;
  /**
   * True when the payout has ended, but the bank was away at the last lookup and may have a later state of
   * the transfer.
   */
  isUnheard: boolean;
}

/**
 * One payout: judged and reserved, sent once, and followed until the bank has settled, failed or returned it.
 *
 * In the sandbox the org's clock settles it. The workflow can begin again from its row at any time, because a
 * return may come long after the payout has ended.
 */
export async function payout(input: PayoutInput): Promise<PayoutStatus | 'REFUSED'> {
  const steps = oneAtATime()(book);
  const step = { payoutId: input.payoutId, orgId: input.orgId };
  const seen: Seen = { row: null, answer: null, hints: 0, isUnheard: input.isUnheard === true };
  const clock = orgClock(() =>
    continueAsNew<typeof payout>({ ...step, isNew: false, deadline: null, isUnheard: seen.isUnheard }),
  );
  const adopt = (row: PayoutState): PayoutState => (seen.row = clock.learn(row));
  const hint = (): void => {
    seen.hints++;
  };

  setHandler(awaitReservation, async () => {
    await condition(() => seen.answer !== null || seen.row !== null);
    return seen.answer ?? ok(null);
  });
  setHandler(nudge, async (command) => {
    const { answer, row } = await steps.nudgePayout({ ...step, ...command });
    adopt(row);
    return answer;
  });
  setHandler(checkBank, hint);
  setHandler(askBank, hint);

  if (input.isNew) {
    setCurrentDetails('Has its payee screened');
    const { origin } = input;
    const asked = { ...step, deadline: input.deadline ?? 0, ...(origin === undefined ? {} : { origin }) };
    const { answer, row } = await steps.reservePayout({ ...asked, screened: await screened(asked) });
    seen.answer = answer;
    if (row === null) return clock.end('REFUSED');
    adopt(row);
  } else {
    adopt(await steps.loadPayout(step));
  }

  const { isLive } = seen.row as PayoutState;
  const run = { seen, adopt, steps, clock, step };
  const end = await (isLive ? throughBank(run) : bySandboxClock(run));
  setCurrentDetails(`Ended as ${end}`);
  return clock.end((seen.row as PayoutState).status);
}

interface PayoutRun {
  readonly seen: Seen;
  readonly adopt: (row: PayoutState) => PayoutState;
  readonly steps: PayoutActivities;
  readonly clock: OrgClock;
  readonly step: PayoutRef;
}

/** Screens the payee. Without an answer the result is `unavailable`, and the payout is not sent. */
async function screened(step: { payoutId: string; deadline: number }): Promise<ScreenedPayee> {
  const { screenPayee } = queuedSteps<ScreeningActivities>('screening');
  try {
    return await screenPayee(step);
  } catch {
    return { kind: 'unavailable' };
  }
}

async function bySandboxClock({ seen, adopt, steps, clock, step }: PayoutRun): Promise<PayoutStatus> {
  const due = (): number | null => (seen.row as PayoutState).due;
  for (let next = due(); next !== null; next = due()) {
    const waited = next;
    setCurrentDetails(`Settles at ${new Date(waited).toISOString()}`);
    if (!(await clock.waitUntil(waited, () => due() !== waited))) continue;
    adopt(await steps.settleDue({ ...step, at: clock.at(waited) }));
    if (due() === waited) throw new Error(`payout ${step.payoutId} was due and did not move`);
  }
  return (seen.row as PayoutState).status;
}

/**
 * Sends the transfer and follows it. The rules are in src/domain/transfer.ts. After a hint it asks the bank
 * at once.
 */
async function throughBank(run: PayoutRun): Promise<PayoutStatus> {
  const { seen, adopt, steps, step } = run;
  const isFirst = await beginSending(run);
  let transfer = beginTransfer({ ...bookedBy(seen), isFirst, isUnheard: seen.isUnheard }, Date.now());
  while (isOpen(transfer) || seen.hints > 0) {
    seen.hints = 0;
    const reply = await (transfer.nextCall === 'submit' ? submit(step) : find(step));
    if (reply.kind === 'unknown' && reply.isEnded === true && transfer.isPending) {
      adopt(await steps.loadPayout(step));
      transfer = { ...transfer, ...bookedBy(seen) };
    }
    const { state, write } = nextStep(transfer, reply, Date.now());
    if (write?.kind === 'apply') {
      adopt(await steps.applyTransfer({ ...step, transfer: write.transfer, askedAt: write.askedAt }));
    }
    if (write?.kind === 'refuse') {
      adopt(await steps.refuseTransfer({ ...step, reason: write.reason }));
    }
    transfer = { ...state, ...bookedBy(seen) };
    seen.isUnheard = transfer.isUnheard;
    const isHinted = isOpen(transfer) && (await pause(run, transfer));
    transfer = afterPause(transfer, isHinted);
  }
  return (seen.row as PayoutState).status;
}

function bookedBy(seen: Seen): BookedTransfer {
  const { status, isTaken } = seen.row as PayoutState;
  return { isPending: status === 'PENDING', isTaken };
}

/**
 * Writes the intent to send. Returns false when an earlier run of the workflow may have sent the transfer.
 */
async function beginSending({ seen, adopt, steps, step }: PayoutRun): Promise<boolean> {
  const { isPending, isTaken } = bookedBy(seen);
  if (!isPending || isTaken) return false;
  const { isFirst, row } = await steps.beginSending(step);
  adopt(row);
  return isFirst;
}

/** Waits until the next call to the bank. Returns true when a hint ended the wait. */
async function pause({ seen, clock }: PayoutRun, transfer: TransferState): Promise<boolean> {
  const next = Date.now() + pauseOf(transfer);
  const doubt = transfer.isTaken ? 'The bank has it' : 'In doubt whether the bank has it';
  const nextText = new Date(next).toISOString();
  setCurrentDetails(`${doubt}. Asks again at ${nextText}; the signal askBank makes it ask now`);
  await clock.waitUntil(next, () => seen.hints > 0);
  return seen.hints > 0;
}

/** Sends the transfer. A submit without an answer may have been taken. */
async function submit(step: PayoutRef): Promise<BankReply> {
  try {
    return await queuedSteps<BankActivities>('submitTransfer').submitTransfer(step);
  } catch {
    return { kind: 'unsure' };
  }
}

function find(step: PayoutRef): Promise<BankReply> {
  return queuedSteps<BankActivities>('findTransfer').findTransfer(step);
}

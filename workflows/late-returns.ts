import { continueAsNew, proxyLocalActivities, setCurrentDetails, setHandler } from '@temporalio/workflow';
import type { BankActivities } from '../activities/bank.ts';
import type { PayoutActivities } from '../activities/payout.ts';
import type { PayoutStatus } from '../src/domain/payout.ts';
import type { BankReply } from '../src/domain/transfer.ts';
import { orgClock } from './clock.ts';
import { askBank } from './messages.ts';
import type { PayoutRef } from './messages.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { POLICIES, queuedSteps } from './steps.ts';

const book = proxyLocalActivities<PayoutActivities>(POLICIES.due);

/**
 * A payout that has ended, for as long as the bank may still return it: the bank is asked once a day until
 * the window of the rail ends. A callback about a return may be lost, and nobody would credit the merchant.
 *
 * The row has the time of the next lookup, so the workflow can begin again at any time. A payout that
 * operators ended is followed too: the bank may book it later.
 */
export async function lateReturns({ payoutId, orgId }: PayoutRef): Promise<PayoutStatus> {
  const step = { payoutId, orgId };
  const steps = oneAtATime()(book);
  const clock = orgClock(() => continueAsNew<typeof lateReturns>(step));
  const seen = { hints: 0 };
  setHandler(askBank, () => {
    seen.hints++;
  });
  const { findTransfer } = queuedSteps<BankActivities>('findTransfer');

  let row = clock.learn(await steps.loadReturnWatch(step));
  while (row.due !== null) {
    setCurrentDetails(
      `${row.status === 'SETTLED' ? 'The bank has paid' : 'Operators ended the payout'}. Asks the bank on ${textOf(row.due)} whether that has changed, then daily until ${textOf(row.endsAt ?? row.due)}; the signal askBank makes it ask now`,
    );
    await clock.waitUntil(row.due, () => seen.hints > 0);
    seen.hints = 0;
    setCurrentDetails('Asks the bank whether the money came back');
    const reply = await findTransfer(step);
    const transfer = reply.kind === 'known' ? reply.transfer : null;
    if (isNews(reply, row)) await steps.applyTransfer({ ...step, transfer, askedAt: reply.askedAt });
    const lookup = { ...step, isHeard: reply.kind !== 'unavailable', due: row.due, at: Date.now() };
    row = clock.learn(await steps.planLookup(lookup));
  }
  setCurrentDetails(`${row.status}; the bank is not asked any more`);
  return clock.end(row.status);
}

/** True for the bank's transfer, and for one that it had and does not know any more. */
function isNews(
  reply: BankReply,
  { isTaken }: { readonly isTaken: boolean },
): reply is Extract<BankReply, { readonly kind: 'known' | 'unknown' }> {
  return reply.kind === 'known' || (reply.kind === 'unknown' && isTaken);
}

const textOf = (at: number): string => new Date(at).toISOString();

import {
  condition,
  continueAsNew,
  log,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type {
  CaseState,
  VerificationActivities,
  VerificationPartnerActivities,
} from '../activities/verification.ts';
import { nextAsk } from '../src/domain/verification.ts';
import type { CaseStatus } from '../src/domain/verification.ts';
import { orgClock } from './clock.ts';
import { reloadRow, awaitCaseOpening, recordVerdict } from './messages.ts';
import type { VerificationInput } from './messages.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { POLICIES, queuedSteps } from './steps.ts';

const askedSteps = proxyLocalActivities<VerificationActivities>(POLICIES.verdict);
const timedSteps = proxyLocalActivities<VerificationActivities>(POLICIES.due);

/**
 * One verification case: opened at the provider, then waiting for its verdict, at most thirty days. Returns
 * its last status.
 *
 * Verdicts arrive by callback (`recordVerdict`). Callbacks get lost, so the workflow also asks the provider:
 * an hour after the start, then daily, and before the case expires. The workflow can begin at any time from
 * the case's row, also to receive a verdict on a closed case.
 */
export async function verification({ caseId }: VerificationInput): Promise<CaseStatus> {
  const clock = orgClock(() => continueAsNew<typeof verification>({ caseId }));
  const gate = oneAtATime();
  const [asked, timed] = [gate(askedSteps), gate(timedSteps)];
  const { openAtProvider } = queuedSteps<VerificationPartnerActivities>('openCase');
  const { askProvider } = queuedSteps<VerificationPartnerActivities>('askProvider');
  const step = { caseId };
  const seen: { row: CaseState | null } = { row: null };
  const adopt = (newer: CaseState): CaseState => (seen.row = clock.learn(newer));
  const open = (): CaseState | null => (seen.row?.status === 'PENDING' ? seen.row : null);

  setHandler(awaitCaseOpening, async () => {
    await condition(() => seen.row !== null && (seen.row.isOpened || seen.row.status !== 'PENDING'));
  });
  setHandler(recordVerdict, async (verdict) => void adopt(await asked.applyVerdict({ ...step, ...verdict })));
  setHandler(reloadRow, async () => void adopt(await timed.loadCase(step)));

  adopt(await timed.loadCase(step));
  if (open()?.isOpened === false) {
    setCurrentDetails('Asks the provider to open the case, until it does');
    await openAtProvider(step);
    adopt(await timed.loadCase(step));
  }

  /** The time of the last lookup at the provider. */
  let askedUntil = 0;
  for (let row = open(); row !== null; row = open()) {
    const due = nextAsk(row, Math.max(askedUntil, row.clock.floor));
    setCurrentDetails(
      `Waits for the verdict until ${textOf(row.expiresAt)}; asks the provider at ${textOf(due)}`,
    );
    if (!(await clock.waitUntil(due, () => open() === null))) break;
    setCurrentDetails('Asks the provider for the verdict');
    const told = row.isOpened ? await verdictOf(askProvider(step)) : null;
    // The provider returns the state, without the id of its event. The time of the verdict replaces the id.
    if (told !== null)
      adopt(await timed.applyVerdict({ ...step, ...told, eventId: `asked:${caseId}:${told.occurredAt}` }));
    else if (due >= row.expiresAt) adopt(await timed.expireCase({ ...step, at: clock.at(due) }));
    askedUntil = clock.at(due);
    const left = open();
    if (due >= row.expiresAt && left !== null)
      await clock.waitForDatabase(row.expiresAt, left, () => open() === null);
  }
  setCurrentDetails(`${seen.row?.status}`);
  await clock.end(null);
  return seen.row?.status ?? 'PENDING';
}

/** The provider's verdict. Null when the lookup failed: the next one follows a day later. */
async function verdictOf<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    log.warn('the verification provider could not be asked', { error: String(error) });
    return null;
  }
}

const textOf = (at: number): string => new Date(at).toISOString();

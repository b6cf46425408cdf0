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
import { checkProvider, reloadRow, awaitCaseOpening, recordVerdict } from './messages.ts';
import type { VerificationInput } from './messages.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { POLICIES, queuedSteps } from './steps.ts';

const askedSteps = proxyLocalActivities<VerificationActivities>(POLICIES.verdict);
const timedSteps = proxyLocalActivities<VerificationActivities>(POLICIES.due);

/**
 * One verification case: opened at the provider, then waiting for its verdict, at most thirty days. Returns
 * its last status.
 *
 * A callback of the provider is a hint (`checkProvider`): only the provider's answer to a lookup moves the
 * case. Callbacks get lost, so the workflow also asks without one: an hour after the start, then daily, and
 * before the case expires. The workflow can begin at any time from the case's row. Of an approved case it
 * begins daily, and asks if the approval still holds.
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
  // The provider returns the state, without the id of its event. Verdict and time replace the id.
  const apply = async (reported: ReportedVerdict): Promise<void> => {
    const eventId = `asked:${caseId}:${reported.verdict}:${reported.occurredAt}`;
    adopt(await timed.applyVerdict({ ...step, ...reported, eventId }));
  };

  setHandler(checkProvider, async ({ verdict }) => {
    const reported = await askProvider(step);
    if (reported !== null) await apply(reported);
    if (reported?.verdict !== verdict)
      log.warn('a callback reports a verdict that the provider did not give', { caseId, verdict });
  });
  setHandler(recordVerdict, async (verdict) => void adopt(await asked.applyVerdict({ ...step, ...verdict })));
  setHandler(reloadRow, async () => void adopt(await timed.loadCase(step)));

  adopt(await timed.loadCase(step));
  if (open()?.isOpened === false) {
    setCurrentDetails('Asks the provider to open the case, until it does');
    await openAtProvider(step);
    adopt(await timed.loadCase(step));
  }

  if (seen.row?.isCheckDue === true) {
    setCurrentDetails('Asks the provider if the approval still holds');
    const reported = await verdictOf(askProvider(step));
    if (reported !== null) await apply(reported);
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
    const reported = row.isOpened ? await verdictOf(askProvider(step)) : null;
    if (reported !== null) await apply(reported);
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

/** The provider's answer to a lookup. */
type ReportedVerdict = NonNullable<Awaited<ReturnType<VerificationPartnerActivities['askProvider']>>>;

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

import {
  condition,
  continueAsNew,
  log,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { CaseState, VerificationActivities, VerificationPartnerActivities } from '../activities/verification.ts';
import { nextAsk } from '../src/domain/verification.ts';
import type { CaseStatus } from '../src/domain/verification.ts';
import { orgClock } from './clock.ts';
import { changed, decided, started, taskQueues } from './messages.ts';
import type { VerificationInput } from './messages.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** A callback waits for its answer: it gives up after a while, and the provider sends it again. */
const askedSteps = proxyLocalActivities<VerificationActivities>({
  scheduleToCloseTimeout: '3500 ms',
  startToCloseTimeout: '3 s',
  retry: { initialInterval: '50 ms', backoffCoefficient: 2, maximumInterval: '1 s' },
});

const timedSteps = proxyLocalActivities<VerificationActivities>({
  startToCloseTimeout: '5 s',
  retry: { initialInterval: '100 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

/** A call to the provider takes ten seconds at most. */
const CALL = '15 s';

/**
 * One verification case: opened at the provider, then waiting for its verdict until it expires after thirty days.
 *
 * Verdicts come by callback (`decided`). Callbacks get lost, so that the provider is asked besides: an hour after the
 * start, then daily, and before the case is given up. The workflow can begin at any time from the case's row, also to
 * hear what is said of a case that was closed. Answers how it ended.
 */
export async function verification({ caseId }: VerificationInput): Promise<CaseStatus> {
  const clock = orgClock(() => continueAsNew<typeof verification>({ caseId }));
  const gate = oneAtATime();
  const [asked, timed] = [gate(askedSteps), gate(timedSteps)];
  const partners = partnerSteps();
  const step = { caseId };
  const seen: { row: CaseState | null } = { row: null };
  const adopt = (newer: CaseState): CaseState => (seen.row = clock.learn(newer));
  const open = (): CaseState | null => (seen.row?.status === 'PENDING' ? seen.row : null);

  setHandler(started, async () => {
    await condition(() => seen.row !== null && (seen.row.isOpened || seen.row.status !== 'PENDING'));
  });
  setHandler(decided, async (verdict) => void adopt(await asked.applyVerdict({ ...step, ...verdict })));
  setHandler(changed, async () => void adopt(await timed.loadCase(step)));

  adopt(await timed.loadCase(step));
  if (open()?.isOpened === false) {
    setCurrentDetails('Asks the provider to open the case, until it does');
    await partners.opening.openAtProvider(step);
    adopt(await timed.loadCase(step));
  }

  /** Up to when the provider has been asked. */
  let askedUntil = 0;
  for (let row = open(); row !== null; row = open()) {
    const due = nextAsk(row, Math.max(askedUntil, row.clock.floor));
    setCurrentDetails(`Waits for the verdict until ${textOf(row.expiresAt)}; asks the provider at ${textOf(due)}`);
    if (!(await clock.waitUntil(due, () => open() === null))) break;
    setCurrentDetails('Asks the provider for the verdict');
    const told = row.isOpened ? await verdictOf(partners.asking.askProvider(step)) : null;
    // The provider says what stands, not which event made it so: the moment names the event.
    if (told !== null) adopt(await timed.applyVerdict({ ...step, ...told, eventId: `asked:${caseId}:${told.occurredAt}` }));
    else if (due >= row.expiresAt) adopt(await timed.expireCase({ ...step, at: clock.at(due) }));
    askedUntil = clock.at(due);
    const left = open();
    if (due >= row.expiresAt && left !== null) await clock.waitForDatabase(row.expiresAt, left, () => open() === null);
  }
  setCurrentDetails(`${seen.row?.status}`);
  await clock.end(null);
  return seen.row?.status ?? 'PENDING';
}

/** The steps at the provider. An hour without it is no fault: opening is tried for as long as the case is open. */
function partnerSteps() {
  const taskQueue = taskQueues(workflowInfo().taskQueue).verification;
  return {
    opening: proxyActivities<VerificationPartnerActivities>({
      taskQueue,
      startToCloseTimeout: CALL,
      retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '1 minute' },
    }),
    asking: proxyActivities<VerificationPartnerActivities>({
      taskQueue,
      startToCloseTimeout: CALL,
      scheduleToCloseTimeout: '5 minutes',
      retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 minute' },
    }),
  };
}

/** What the provider says. When it cannot be asked, nothing: it is asked again the next day. */
async function verdictOf<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    log.warn('the verification provider could not be asked', { error: String(error) });
    return null;
  }
}

const textOf = (at: number): string => new Date(at).toISOString();

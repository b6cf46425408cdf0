import { continueAsNew, proxyLocalActivities } from '@temporalio/workflow';
import type { AwardActivities } from '../activities/award.ts';
import type { AwardStatus } from '../src/domain/cashback.ts';
import { orgClock } from './clock.ts';
import type { AwardInput } from './messages.ts';
import { POLICIES } from './steps.ts';

const { loadAward, landAward } = proxyLocalActivities<AwardActivities>(POLICIES.due);

/**
 * One cashback award, from the start of its pending period until it lands or a return voids it. Returns its
 * last status.
 *
 * The start is delayed until the award is due, so the first task lands it. An update may wake the workflow
 * earlier: then it waits. A return changes only the row; the landing step reads it.
 */
export async function award(input: AwardInput): Promise<AwardStatus> {
  const clock = orgClock(() => continueAsNew<typeof award>(input));
  const { due: startsAt, ...ref } = input;
  // The workflow does not know the org's time yet, so the database's clock decides in the first step.
  let row = clock.learn(await (startsAt === undefined ? loadAward(ref) : landAward(ref)));
  while (row.due !== null) {
    const { due } = row;
    await clock.waitUntil(due, () => false);
    row = clock.learn(await landAward({ ...ref, at: clock.at(due) }));
    if (row.due === due) await clock.waitForDatabase(due, row, () => false);
  }
  return clock.end(row.status);
}

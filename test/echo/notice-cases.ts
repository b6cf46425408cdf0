import { v7 } from 'uuid';
import { recordOrgEvent } from '../../src/commands/org-event.ts';
import { SYSTEM } from '../../src/domain/org-event.ts';
import { findUnmailedNotices } from '../../src/store/org-notices.ts';
import { echo } from './echo-case.ts';
import { RUNS } from './run-case.ts';
import * as scenes from './scenes.ts';
import type { World } from './world.ts';

/** The input that mails the owner of an org about its suspension. */
async function suspended(world: World) {
  const { orgId } = await scenes.newShop(world);
  const before = new Set((await findUnmailedNotices(world.database.pool, { limit: 1000 })).map(idOf));
  await world.database.transaction((tx) =>
    recordOrgEvent(tx, SYSTEM, {
      orgId,
      action: 'org.suspended',
      target: { kind: 'org', id: orgId },
      isMailed: true,
    }),
  );
  const notices = (await findUnmailedNotices(world.database.pool, { limit: 1000 })).map(idOf);
  const eventId = notices.find((id) => !before.has(id)) ?? '';
  const [userId = ''] = await world.steps.listNoticeReaders({ eventId });
  const { rows } = await world.database.pool.query<{ at: string }>(
    'select at from org_events where id = $1',
    [eventId],
  );
  return { eventId, userId, at: new Date(rows[0]?.at ?? 0).toISOString() };
}

const idOf = ({ eventId }: { eventId: string }): string => eventId;

export const noticeCases = [
  echo('listNoticeReaders', 'names the owner', async (world) => {
    const { eventId, userId } = await suspended(world);
    return { input: { eventId }, answers: [userId], changesNothing: true };
  }),

  echo('mailNotice', 'mails at least once: nothing is written, so every run mails', async (world) => {
    const { eventId, userId, at } = await suspended(world);
    const isAboutIt = ({ text }: { text: string }): boolean => text.includes(at);
    return {
      input: { eventId, userId },
      answers: 'mailed',
      changesNothing: true,
      afterwards: () => expect(world.inbox.messages().filter(isAboutIt)).toHaveLength(RUNS),
    };
  }),

  echo('mailNotice', 'sends no mail to somebody who is no owner', async (world) => ({
    input: { eventId: (await suspended(world)).eventId, userId: v7() },
    answers: 'not needed',
    changesNothing: true,
  })),
];

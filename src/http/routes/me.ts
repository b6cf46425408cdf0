import { updateUser } from '../../commands/user.ts';
import { readExport } from '../../store/export.ts';
import { findUser } from '../../store/users.ts';
import { valueOf } from '../answers.ts';
import { defineRoute } from '../route.ts';
import { exportAnswer, exportBody } from '../shapes/export.ts';
import { userAnswer, userBody, userPatch } from '../shapes/user.ts';

const path = '/me';
const tag = 'Users';

export const meRoutes = [
  defineRoute({
    method: 'GET',
    path,
    credential: 'session',
    access: { target: null, environment: 'any' },
    id: 'getMe',
    tag,
    summary: 'Get the signed-in user',
    answer: userAnswer,
    handle: async ({ deps, caller }) => userBody(await findUser(deps.database, caller.userId)),
  }),
  defineRoute({
    method: 'PATCH',
    path,
    credential: 'session',
    access: { target: null, environment: 'any' },
    id: 'updateMe',
    tag,
    summary: 'Update name and country of the signed-in user; a verified country cannot change',
    body: userPatch,
    answer: userAnswer,
    refusals: ['bad_country_code', 'invalid'],
    async handle(call) {
      const { first_name: firstName, last_name: lastName, country_code: countryCode } = call.body();
      const { deps, caller } = call;
      return userBody(valueOf(await updateUser(deps, caller.userId, { firstName, lastName, countryCode })));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/me/export',
    credential: 'session',
    access: { target: null, environment: 'any' },
    id: 'exportMe',
    tag,
    summary: 'Export all data that is stored about the signed-in user, in both environments',
    answer: exportAnswer,
    async handle({ deps, caller: { userId } }) {
      // One export of a user at a time: each may take many megabytes of memory.
      const read = () => readExport(deps.database.pool, { userId });
      const found = await deps.queue.inFlight(`export:${userId}`, { kind: 'export', id: userId }, read);
      return exportBody(await findUser(deps.database, userId), found);
    },
  }),
];

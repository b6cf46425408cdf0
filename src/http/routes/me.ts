import { findUser, updateUser } from '../../store/users.ts';
import { defineRoute } from '../route.ts';
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
    summary: 'The signed-in user',
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
    summary: 'Change name and country; what is absent stays',
    body: userPatch,
    answer: userAnswer,
    refusals: ['bad_country_code'],
    async handle(call) {
      const { first_name: firstName, last_name: lastName, country_code: countryCode } = call.body();
      return userBody(await updateUser(call.deps.database, call.caller.userId, { firstName, lastName, countryCode }));
    },
  }),
];

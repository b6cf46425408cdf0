import type { TargetKind } from '../access/access.ts';
import type { Route } from '../route.ts';

/**
 * An operation that creates a target: where its answer names the target, and where its request names the
 * target's org.
 */
interface Maker {
  readonly by: string;
  readonly names: string;
  readonly org?: string;
}

/** The operations that create each kind of target, with OpenAPI's runtime expressions. */
const MAKERS: Readonly<Partial<Record<TargetKind, readonly Maker[]>>> = {
  org: [{ by: 'createOrg', names: '$response.body#/org_id' }],
  member: [{ by: 'addMember', names: '$response.body#/user_id', org: '$request.path.id' }],
  invite: [{ by: 'createInvite', names: '$response.body#/invite_id', org: '$request.path.id' }],
  key: [{ by: 'createApiKey', names: '$response.body#/id', org: '$request.body#/org_id' }],
  user: [{ by: 'getMe', names: '$response.body#/user_id' }],
  terminal: [
    { by: 'createTerminal', names: '$response.body#/id' },
    { by: 'createCheckout', names: '$response.body#/terminal_id' },
  ],
  checkout: [{ by: 'createCheckout', names: '$response.body#/id' }],
  sale: [{ by: 'createCheckout', names: '$response.body#/id' }],
  charge: [{ by: 'authorizeCheckout', names: '$response.body#/auth_id' }],
  entry: [{ by: 'addToBuyList', names: '$response.body#/id' }],
  payout: [{ by: 'createPayout', names: '$response.body#/instruction_id' }],
  delivery: [{ by: 'testWebhook', names: '$response.body#/id', org: '$request.path.id' }],
  case: [{ by: 'listScreeningCases', names: '$response.body#/cases/0/id' }],
};

/** Returns the links of a route: every operation on a target that its answer names, by operation id. */
export function linksOf(route: Route, routes: readonly Route[]): Record<string, object> {
  const links = Object.entries(MAKERS).flatMap(([kind, makers]) => {
    const maker = makers.find(({ by }) => by === route.id);
    if (maker === undefined) return [];
    return routes.flatMap(({ id, path, access: { target } }) => {
      if (id === route.id || target?.kind !== kind || target.at !== 'path') return [];
      // The answer names no other part of a path, such as a month.
      if (path.match(/\{\w+\}/g)?.length !== (target.within === undefined ? 1 : 2)) return [];
      const within = target.within === undefined ? {} : { [target.within]: maker.org };
      return [[id, { operationId: id, parameters: { ...within, [target.name]: maker.names } }] as const];
    });
  });
  return Object.fromEntries(links);
}

import { z } from 'zod';
import { createTerminal, updateTerminal } from '../../commands/terminal.ts';
import { isId } from '../../domain/id.ts';
import type { TerminalType } from '../../domain/checkout.ts';
import { payableOnTerminal } from '../../store/checkouts.ts';
import { findTerminal, listTerminals, listTerminalsOfType } from '../../store/terminals.ts';
import { refused, valueOf } from '../answers.ts';
import { actingOrg, isInOrg, orgOfSession } from '../access/membership.ts';
import { buildPage, pageParams, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { checkoutAnswer, checkoutBody } from '../shapes/checkout.ts';
import { id, okAnswer } from '../shapes/fields.ts';
import {
  terminalAnswer,
  terminalBody,
  terminalInput,
  terminalPatch,
  terminalQuery,
} from '../shapes/terminal.ts';

const isTerminalType = (text: string): text is TerminalType => text === 'REUSABLE' || text === 'USE_ONCE';

export const terminalRoutes = [
  defineRoute({
    method: 'POST',
    path: '/terminals',
    credential: 'api_key_or_session',
    access: {
      target: { kind: 'org', at: 'body', name: 'org_id', unnamed: 'acting_org' },
      scope: 'checkouts',
      environment: 'any',
    },
    id: 'createTerminal',
    tag: 'Terminals',
    summary: 'Create a reusable terminal for a counter or register',
    body: terminalInput,
    answer: z.object({ id }),
    refusals: ['too_many_terminals'],
    async handle(call) {
      const { orgId } = await actingOrg(call, call.namedOrg);
      const { title } = call.body();
      const terminalId = call.newId();
      valueOf(await createTerminal(call.deps, { id: terminalId, orgId, title }));
      return { id: terminalId };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/terminals',
    credential: 'session',
    access: {
      target: { kind: 'org', at: 'query', name: 'org_id', unnamed: 'acting_org' },
      environment: 'any',
    },
    id: 'listTerminals',
    tag: 'Terminals',
    summary: "List the organization's terminals, newest first",
    query: terminalQuery,
    answer: z.object({ terminals: z.array(terminalAnswer), next_cursor: z.string().nullable() }),
    refusals: ['bad_terminal_type'],
    async handle(call) {
      const { org_id, terminal_type: type = null, ...paging } = call.query();
      const { orgId } = await orgOfSession(call, org_id);
      if (type !== null && !isTerminalType(type)) return refused('bad_terminal_type');
      const { secrets, database } = call.deps;
      const scope = ['terminals', orgId, type];
      const page = valueOf(readPage(paging, scope, secrets));
      const place = { orgId, ...pageParams(page) };
      const rows =
        type === null
          ? await listTerminals(database.pool, place)
          : await listTerminalsOfType(database.pool, { ...place, terminalType: type });
      const cut = buildPage(rows, {
        page,
        scope,
        secrets,
        position: (row) => ({ key: row.createdAt.toISOString(), id: row.id }),
      });
      return { terminals: cut.rows.map(terminalBody), next_cursor: cut.next_cursor };
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/terminals/{id}',
    credential: 'session',
    access: { target: { kind: 'terminal', at: 'path', name: 'id' }, environment: 'any' },
    id: 'updateTerminal',
    tag: 'Terminals',
    summary: 'Rename a terminal, or deactivate or activate it',
    body: terminalPatch,
    answer: okAnswer,
    async handle(call) {
      const terminalId = call.params['id'] ?? '';
      const terminal = isId(terminalId) ? await findTerminal(call.deps.database, terminalId) : null;
      if (terminal === null || !(await isInOrg(call, terminal.orgId))) return refused('terminal_not_found');
      await updateTerminal(call.deps, terminalId, call.body());
      return { ok: true as const };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/terminals/{id}/checkout',
    credential: 'api_key_or_session',
    access: {
      target: { kind: 'terminal', at: 'path', name: 'id', reach: ['anybody'], absent: 'no_active_checkout' },
      scope: 'checkouts',
      environment: 'own',
    },
    id: 'getTerminalCheckout',
    tag: 'Terminals',
    summary: 'Get the active checkout of a terminal',
    answer: checkoutAnswer,
    async handle({ deps, caller, params, requireKey }) {
      const terminalId = params['id'] ?? '';
      const view = isId(terminalId)
        ? await payableOnTerminal(deps.database.pool, { terminalId, env: caller.env })
        : null;
      if (view === null || (caller.kind === 'api_key' && caller.orgId !== view.orgId))
        return refused('no_active_checkout');
      requireKey();
      return checkoutBody(view, deps.config.PUBLIC_URL);
    },
  }),
];

import { z } from 'zod';
import { isId } from '../../domain/id.ts';
import { removeEntry, requestRecommendation } from '../../commands/buy-list.ts';
import { findEntry, listEntries } from '../../store/buy-list.ts';
import { orgExists } from '../../store/orgs.ts';
import { refused, valueOf } from '../answers.ts';
import { buildPage, pageParams, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { entryAnswer, entryBody, entryInput } from '../shapes/buy-list.ts';
import { okAnswer, pageQuery } from '../shapes/fields.ts';

export const buyListRoutes = [
  defineRoute({
    method: 'POST',
    path: '/buy-list',
    credential: 'session',
    access: {
      target: { kind: 'org', at: 'body', name: 'merchant_id', reach: ['anybody'] },
      environment: 'own',
    },
    id: 'addToBuyList',
    tag: 'Buy-list',
    summary: 'Recommend a product; a repeat activates the same entry again',
    body: entryInput,
    answer: entryAnswer,
    async handle(call) {
      const { caller, deps } = call;
      const merchantId = call.sent['merchant_id'];
      const isKnown =
        typeof merchantId !== 'string' ||
        (isId(merchantId) && (await orgExists(deps.database.em(), merchantId)));
      if (!isKnown) return refused('org_not_found');
      const input = call.body();
      const recommendationId = await requestRecommendation(deps, {
        userId: caller.userId,
        env: caller.env,
        merchantId: input.merchant_id,
        productId: input.product_id,
        displayName: input.display_name ?? null,
      });
      const entryId = await deps.workflows[caller.env].recommend({ entryId: recommendationId });
      return entryBody(await findEntry(deps.database, entryId));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/buy-list',
    credential: 'session',
    access: { target: null, environment: 'own' },
    id: 'listBuyList',
    tag: 'Buy-list',
    summary: "List the shopper's recommendations, newest first",
    query: z.object(pageQuery),
    answer: z.object({ entries: z.array(entryAnswer), next_cursor: z.string().nullable() }),
    async handle(call) {
      const { deps, caller } = call;
      const scope = ['buy-list', caller.userId, caller.env];
      const page = valueOf(readPage(call.query(), scope, deps.secrets));
      const rows = await listEntries(deps.database.pool, { ...caller, ...pageParams(page) });
      const cut = buildPage(rows, {
        page,
        scope,
        secrets: deps.secrets,
        position: (row) => ({ key: String(row.seq), id: row.id }),
      });
      return { entries: cut.rows.map(entryBody), next_cursor: cut.next_cursor };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/buy-list/{id}',
    credential: 'session',
    access: { target: { kind: 'entry', at: 'path', name: 'id', reach: ['shopper'] }, environment: 'own' },
    id: 'removeFromBuyList',
    tag: 'Buy-list',
    summary: 'Remove a product from the buy-list; earned cashback stays',
    answer: okAnswer,
    async handle(call) {
      const { deps, caller, params } = call;
      valueOf(await removeEntry(deps, { ...caller, entryId: params['id'] ?? '' }));
      return { ok: true as const };
    },
  }),
];

import { isCountry } from '../../domain/countries.ts';
import { invalid } from '../../domain/outcome.ts';
import * as operator from '../../store/operator.ts';
import { refused, valueOf } from '../answers.ts';
import { cutPage, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { isId } from '../shapes/fields.ts';
import * as shapes from '../shapes/operator.ts';

const tag = 'Operator';
const credential = 'operator';

/** Later than any row. */
const NEWEST = { key: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export const operatorRoutes = [
  defineRoute({
    method: 'PATCH',
    path: '/operator/orgs/{id}/pricing',
    credential,
    id: 'setPricing',
    tag,
    summary: "Override a merchant's fee and the recommender's share, from the next capture on",
    body: shapes.pricingInput,
    answer: shapes.pricingAnswer,
    refusals: ['org_not_found'],
    async handle(call) {
      const { deps, params } = call;
      const orgId = params['id'] ?? '';
      return deps.database.transaction(async (tx) => {
        const before = isId(orgId) ? await operator.lockPricing(tx, [orgId]) : null;
        if (before === null) return refused('org_not_found');
        const { mdr_bps: mdr, recommender_share_bps: share } = call.body();
        if (share !== undefined && (share < before.leastShare || share > before.mostShare)) {
          valueOf(invalid('recommender_share_bps', `must be ${before.leastShare} to ${before.mostShare} in the org's country`));
        }
        const earlier = shapes.pricingBody(orgId, before);
        if (mdr === undefined && share === undefined) return earlier;
        const row = { mdr: mdr ?? before.mdr, recommenderShare: share ?? before.recommenderShare };
        await operator.updatePricing(tx, [orgId, row.mdr, row.recommenderShare]);
        const after = shapes.pricingBody(orgId, row);
        await operator.recordAction(tx, {
          id: deps.newId(),
          action: 'set_pricing',
          target: `org:${orgId}`,
          before: earlier,
          after,
          reason: '',
        });
        return after;
      });
    },
  }),

  defineRoute({
    method: 'PUT',
    path: '/operator/countries/{cc}',
    credential,
    id: 'putCountry',
    tag,
    summary: "Bound the recommender's share in a country, and open or close live there",
    body: shapes.countryInput,
    answer: shapes.countryAnswer,
    refusals: ['bad_country_code'],
    async handle(call) {
      const { deps, params } = call;
      const code = params['cc'] ?? '';
      if (!isCountry(code)) return refused('bad_country_code');
      const { min_share_bps: least, max_share_bps: most, live_partner: partner } = call.body();
      if (least > most) valueOf(invalid('min_share_bps', 'must be at most max_share_bps'));
      return deps.database.transaction(async (tx) => {
        const before = await operator.lockCountry(tx, code);
        const row = await operator.updateCountry(tx, [code, least, most, partner ?? null]);
        if (row === null) throw new Error(`the terms of ${code} were not written`);
        const after = shapes.countryBody(code, row);
        const earlier = before && shapes.countryBody(code, before);
        await operator.recordAction(tx, {
          id: deps.newId(),
          action: 'set_country',
          target: `country:${code}`,
          before: earlier,
          after,
          reason: '',
        });
        return after;
      });
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/operator/orgs/{id}/kyb',
    credential,
    id: 'setKyb',
    tag,
    summary: "Set a business's verification; live captures and payouts heed it at once",
    body: shapes.verdictInput,
    answer: shapes.kybAnswer,
    refusals: ['org_not_found'],
    async handle(call) {
      const { deps, params } = call;
      const orgId = params['id'] ?? '';
      return deps.database.transaction(async (tx) => {
        const row = isId(orgId) ? await operator.lockKyb(tx, [orgId]) : null;
        if (row === null) return refused('org_not_found');
        const { status, reason } = call.body();
        await operator.updateKyb(tx, [orgId, status]);
        const [before, after] = [shapes.kybBody(orgId, row.status), shapes.kybBody(orgId, status)];
        await operator.recordAction(tx, { id: deps.newId(), action: 'set_kyb', target: `org:${orgId}`, before, after, reason });
        return after;
      });
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/operator/users/{id}/kyc',
    credential,
    id: 'setKyc',
    tag,
    summary: "Set a consumer's identity verification; live payments heed it at once",
    body: shapes.verdictInput,
    answer: shapes.kycAnswer,
    refusals: ['user_not_found'],
    async handle(call) {
      const { deps, params } = call;
      const userId = params['id'] ?? '';
      return deps.database.transaction(async (tx) => {
        const row = isId(userId) ? await operator.lockKyc(tx, [userId]) : null;
        if (row === null) return refused('user_not_found');
        const { status, reason } = call.body();
        await operator.updateKyc(tx, [userId, status]);
        const [before, after] = [shapes.kycBody(userId, row.status), shapes.kycBody(userId, status)];
        await operator.recordAction(tx, { id: deps.newId(), action: 'set_kyc', target: `user:${userId}`, before, after, reason });
        return after;
      });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/operator/compliance/records',
    credential,
    id: 'listComplianceRecords',
    tag,
    summary: 'What monitoring and screening decided, newest first',
    query: shapes.recordsQuery,
    answer: shapes.recordsAnswer,
    async handle(call) {
      const { secrets, database } = call.deps;
      const scope = ['compliance records'];
      const page = valueOf(readPage(call.query(), scope, secrets));
      const { key, id } = page.after ?? NEWEST;
      const rows = await operator.listComplianceRecords(database.pool, [key, id, page.limit + 1]);
      const cut = cutPage(rows, { page, scope, secrets, position: (row) => ({ key: row.at.toISOString(), id: row.id }) });
      return { records: cut.rows.map(shapes.recordBody), next_cursor: cut.next_cursor };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/operator/integrity',
    credential,
    id: 'checkIntegrity',
    tag,
    summary: 'Every promise of the books with the number of rows that break it, all in one snapshot',
    answer: shapes.integrityAnswer,
    async handle({ deps }) {
      return { checks: await operator.readIntegrity(deps.database) };
    },
  }),
];

import type { z } from 'zod';
import { isCountry } from '../../domain/countries.ts';
import type { VerificationStatus } from '../../domain/environment.ts';
import { invalid } from '../../domain/outcome.ts';
import * as operator from '../../store/operator.ts';
import { overrule } from '../../store/verification.ts';
import { NEWEST } from '../../store/newest-first.ts';
import { refused, valueOf } from '../answers.ts';
import { cutPage, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import type { ApiDeps } from '../route.ts';
import { isId } from '../shapes/fields.ts';
import * as shapes from '../shapes/operator.ts';

const tag = 'Operator';
const credential = 'operator';

export const operatorRoutes = [
  defineRoute({
    method: 'PATCH',
    path: '/operator/orgs/{id}/pricing',
    credential,
    access: { target: { kind: 'org', at: 'path', name: 'id' }, environment: 'any' },
    id: 'setPricing',
    tag,
    summary: "Set a merchant's fee and recommender share, from the next capture on",
    body: shapes.pricingInput,
    answer: shapes.pricingAnswer,
    async handle(call) {
      const { deps, params } = call;
      const orgId = params['id'] ?? '';
      return deps.database.transaction(async (tx) => {
        const before = isId(orgId) ? await operator.lockPricing(tx, { orgId }) : null;
        if (before === null) return refused('org_not_found');
        const { mdr_bps: mdr, recommender_share_bps: share } = call.body();
        if (share !== undefined && (share < before.leastShare || share > before.mostShare)) {
          valueOf(invalid('recommender_share_bps', `must be ${before.leastShare} to ${before.mostShare} in the org's country`));
        }
        const earlier = shapes.pricingBody(orgId, before);
        if (mdr === undefined && share === undefined) return earlier;
        const row = { mdr: mdr ?? before.mdr, recommenderShare: share ?? before.recommenderShare };
        await operator.updatePricing(tx, { ...row, orgId });
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
    access: { target: { kind: 'country', at: 'path', name: 'cc', absent: 'bad_country_code' }, environment: 'any' },
    id: 'putCountry',
    tag,
    summary: "Set a country's bounds of the recommender share, and open or close live there",
    body: shapes.countryInput,
    answer: shapes.countryAnswer,
    async handle(call) {
      const { deps, params } = call;
      const code = params['cc'] ?? '';
      if (!isCountry(code)) return refused('bad_country_code');
      const { min_share_bps: leastShare, max_share_bps: mostShare, live_partner: partner } = call.body();
      if (leastShare > mostShare) valueOf(invalid('min_share_bps', 'must be at most max_share_bps'));
      return deps.database.transaction(async (tx) => {
        const before = await operator.lockCountry(tx, code);
        const terms = { countryCode: code, leastShare, mostShare, hasLivePartner: partner ?? null };
        const row = await operator.updateCountry(tx, terms);
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
    access: { target: { kind: 'org', at: 'path', name: 'id' }, environment: 'any' },
    id: 'setKyb',
    tag,
    summary: "Set a business's verification status; effective on the next live capture or payout",
    body: shapes.verdictInput,
    answer: shapes.kybAnswer,
    handle: (call) => rule(call, { kind: 'kyb', subject: 'org', absent: 'org_not_found', bodyOf: shapes.kybBody }),
  }),

  defineRoute({
    method: 'POST',
    path: '/operator/users/{id}/kyc',
    credential,
    access: { target: { kind: 'user', at: 'path', name: 'id' }, environment: 'any' },
    id: 'setKyc',
    tag,
    summary: "Set a consumer's verification status; effective on the next live payment",
    body: shapes.verdictInput,
    answer: shapes.kycAnswer,
    handle: (call) => rule(call, { kind: 'kyc', subject: 'user', absent: 'user_not_found', bodyOf: shapes.kycBody }),
  }),

  defineRoute({
    method: 'GET',
    path: '/operator/compliance/records',
    credential,
    access: { target: null, environment: 'any' },
    id: 'listComplianceRecords',
    tag,
    summary: 'List the decisions of monitoring and screening, newest first',
    query: shapes.recordsQuery,
    answer: shapes.recordsAnswer,
    async handle(call) {
      const { secrets, database } = call.deps;
      const scope = ['compliance records'];
      const page = valueOf(readPage(call.query(), scope, secrets));
      const { key: afterKey, id: afterId } = page.after ?? NEWEST;
      const wanted = { afterKey, afterId, limit: page.limit + 1 };
      const rows = await operator.listComplianceRecords(database.pool, wanted);
      const cut = cutPage(rows, { page, scope, secrets, position: (row) => ({ key: row.at.toISOString(), id: row.id }) });
      return { records: cut.rows.map(shapes.recordBody), next_cursor: cut.next_cursor };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/operator/integrity',
    credential,
    access: { target: null, environment: 'any' },
    id: 'checkIntegrity',
    tag,
    summary: 'Run every integrity check and count its violations, all in one snapshot',
    answer: shapes.integrityAnswer,
    async handle({ deps }) {
      return { checks: await operator.readIntegrity(deps.database) };
    },
  }),
];

interface RulingCall {
  readonly deps: ApiDeps;
  readonly params: Readonly<Record<string, string>>;
  newId(): string;
  body(): z.output<typeof shapes.verdictInput>;
}

/** Whose verification the operator rules on, and how its answer is written. */
interface Ruling<Body extends object> {
  readonly kind: 'kyb' | 'kyc';
  readonly subject: 'org' | 'user';
  readonly absent: 'org_not_found' | 'user_not_found';
  bodyOf(id: string, status: VerificationStatus): Body;
}

/** Sets how a business or a consumer stands, with its audit row, and tells the case that this closes. */
async function rule<Body extends object>(call: RulingCall, { kind, subject, absent, bodyOf }: Ruling<Body>): Promise<Body> {
  const { deps, params } = call;
  const subjectId = params['id'] ?? '';
  const actionId = call.newId();
  const { after, closedCaseId } = await deps.database.transaction(async (tx) => {
    const ruled = isId(subjectId) ? await overrule(tx, { kind, subjectId }, () => call.body().status) : null;
    if (ruled === null) return refused(absent);
    const [before, standing] = [bodyOf(subjectId, ruled.before), bodyOf(subjectId, ruled.standing)];
    const target = `${subject}:${subjectId}`;
    await operator.recordAction(tx, { id: actionId, action: `set_${kind}`, target, before, after: standing, reason: call.body().reason });
    return { after: standing, closedCaseId: ruled.closedCaseId };
  });
  if (closedCaseId !== null) await deps.workflows.noticeVerification(closedCaseId);
  return after;
}

import type { z } from 'zod';
import { eraseUser } from '../../commands/erasure.ts';
import {
  endSessionsOfUser,
  revokeKeyOfOrg,
  setCountry,
  setOrgStatus,
  setPricing,
  setStanding,
} from '../../commands/operator.ts';
import { isCountry } from '../../domain/countries.ts';
import type { VerificationStatus } from '../../domain/environment.ts';
import { currenciesWithoutThresholds } from '../../domain/monitoring.ts';
import { invalid } from '../../domain/outcome.ts';
import type { VerificationKind } from '../../domain/verification.ts';
import * as operator from '../../store/operator.ts';
import { NEWEST } from '../../store/newest-first.ts';
import { refused, valueOf } from '../answers.ts';
import { buildPage, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import type { ApiDeps, CallDeps, Route } from '../route.ts';
import { okAnswer } from '../shapes/fields.ts';
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
      const input = () => {
        const { mdr_bps: mdrBps, recommender_share_bps: recommenderShareBps } = call.body();
        return { mdrBps, recommenderShareBps };
      };
      return valueOf(
        await setPricing(call.deps, call.params['id'] ?? '', { input, viewOf: shapes.pricingBody }),
      );
    },
  }),

  defineRoute({
    method: 'PUT',
    path: '/operator/countries/{cc}',
    credential,
    access: {
      target: { kind: 'country', at: 'path', name: 'cc', absent: 'bad_country_code' },
      environment: 'any',
    },
    id: 'putCountry',
    tag,
    summary: "Set a country's bounds of the recommender share, and open or close live there",
    body: shapes.countryInput,
    answer: shapes.countryAnswer,
    async handle(call) {
      const { deps, params } = call;
      const code = params['cc'] ?? '';
      if (!isCountry(code)) return refused('bad_country_code');
      const {
        min_share_bps: minShareBps,
        max_share_bps: maxShareBps,
        live_partner: livePartner,
      } = call.body();
      if (minShareBps > maxShareBps) valueOf(invalid('min_share_bps', 'must be at most max_share_bps'));
      if (livePartner === true) requireThresholds(call.deps, code);
      const terms = { minShareBps, maxShareBps, livePartner };
      return setCountry(deps, code, { terms, viewOf: shapes.countryBody });
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
    handle: (call) => rule(call, 'kyb', shapes.kybBody),
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
    handle: (call) => rule(call, 'kyc', shapes.kycBody),
  }),

  defineRoute({
    method: 'POST',
    path: '/operator/users/{id}/erase',
    credential,
    access: { target: { kind: 'user', at: 'path', name: 'id' }, environment: 'any' },
    id: 'eraseUser',
    tag,
    summary: 'Erase the personal data of a person; the books stay, under a pseudonym',
    body: shapes.reasonInput,
    answer: shapes.erasureAnswer,
    refusals: ['last_owner', 'wallet_not_empty'],
    async handle(call) {
      const { deps, params } = call;
      return shapes.erasureBody(valueOf(await eraseUser(deps, params['id'] ?? '', () => call.body())));
    },
  }),

  suspension(
    'suspend',
    'SUSPENDED',
    'Suspend an organization: it opens, authorizes, captures and pays out nothing',
  ),
  suspension('resume', 'ACTIVE', 'End the suspension of an organization'),

  defineRoute({
    method: 'POST',
    path: '/operator/users/{id}/end-sessions',
    credential,
    access: { target: { kind: 'user', at: 'path', name: 'id' }, environment: 'any' },
    id: 'endSessionsOfUser',
    tag,
    summary: 'End every sign-in of a user, with all tokens made from them',
    body: shapes.reasonInput,
    answer: shapes.endedAnswer,
    async handle(call) {
      const userId = call.params['id'] ?? '';
      const ended = valueOf(await endSessionsOfUser(call.deps, userId, () => call.body()));
      return { user_id: userId, ended };
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/operator/keys/{id}/revoke',
    credential,
    access: { target: { kind: 'key', at: 'path', name: 'id' }, environment: 'any' },
    id: 'revokeKeyOfOrg',
    tag,
    summary: 'Revoke an API key of any organization',
    body: shapes.reasonInput,
    answer: okAnswer,
    async handle(call) {
      valueOf(await revokeKeyOfOrg(call.deps, call.params['id'] ?? '', () => call.body()));
      return { ok: true as const };
    },
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
      const cut = buildPage(rows, {
        page,
        scope,
        secrets,
        position: (row) => ({ key: row.at.toISOString(), id: row.id }),
      });
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

/** A route that suspends an organization or ends its suspension. */
function suspension(verb: 'suspend' | 'resume', status: 'ACTIVE' | 'SUSPENDED', summary: string): Route {
  return defineRoute({
    method: 'POST',
    path: `/operator/orgs/{id}/${verb}`,
    credential,
    access: { target: { kind: 'org', at: 'path', name: 'id' }, environment: 'any' },
    id: `${verb}Org`,
    tag,
    summary,
    body: shapes.reasonInput,
    answer: shapes.orgStatusAnswer,
    async handle(call) {
      const orgId = call.params['id'] ?? '';
      const suspended = { status, input: () => call.body() };
      const org = valueOf(await setOrgStatus(call.deps, orgId, suspended));
      return { org_id: org.id, status: org.status };
    },
  });
}

interface RulingCall {
  readonly deps: CallDeps;
  readonly params: Readonly<Record<string, string>>;
  newId(): string;
  body(): z.output<typeof shapes.verdictInput>;
}

/**
 * Opens live in no country whose currency has no monitoring thresholds: its payments would all be blocked.
 */
function requireThresholds({ config }: Pick<ApiDeps, 'config'>, countryCode: string): void {
  const [missing] = currenciesWithoutThresholds(config.MONITORING_THRESHOLDS, [countryCode]);
  if (missing !== undefined)
    valueOf(invalid('live_partner', `needs live thresholds for ${missing} in MONITORING_THRESHOLDS`));
}

/** Sets the standing of a business or a consumer, and tells the workflow of the case that this closes. */
async function rule<Body extends object>(
  { deps, params, newId, body }: RulingCall,
  kind: VerificationKind,
  bodyOf: (id: string, status: VerificationStatus) => Body,
): Promise<Body> {
  const subjectId = params['id'] ?? '';
  const ruling = {
    input: body,
    viewOf: (status: VerificationStatus) => bodyOf(subjectId, status),
    actionId: newId(),
  };
  const { after, closedCaseId } = valueOf(await setStanding(deps, { kind, subjectId }, ruling));
  if (closedCaseId !== null) await deps.workflows.live.noticeVerification(closedCaseId);
  return after;
}

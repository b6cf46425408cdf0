import { startCase } from '../../commands/verification.ts';
import type { NewCase } from '../../commands/verification.ts';
import type { VerificationStatus } from '../../domain/environment.ts';
import { findConsumerEligibility, findOrgEligibility } from '../../store/users.ts';
import { findCase } from '../../store/verification.ts';
import { refused, valueOf } from '../answers.ts';
import { orgOfSession } from '../access/membership.ts';
import { defineRoute } from '../route.ts';
import type { CallDeps } from '../route.ts';
import { kybInput, kybQuery, kycInput, verificationStatusAnswer, startAnswer } from '../shapes/compliance.ts';

const tag = 'Compliance';
const credential = 'session';

/** Source: specification, "Environments"; contract, section 10. */
export const complianceRoutes = [
  defineRoute({
    method: 'POST',
    path: '/compliance/kyb/start',
    credential,
    access: {
      target: { kind: 'org', at: 'body', name: 'org_id', unnamed: 'acting_org' },
      capability: 'manage_org',
      environment: 'any',
    },
    id: 'startKyb',
    tag,
    summary: 'Start the verification (KYB) of a business, or continue the open one',
    body: kybInput,
    answer: startAnswer,
    refusals: ['bad_country_code', 'invalid', 'already_approved'],
    async handle(call) {
      const { orgId } = await orgOfSession(call, call.namedOrg);
      const { country_code: countryCode } = call.body();
      return start(call.deps, {
        kind: 'kyb',
        subjectId: orgId,
        countryCode,
        actor: `user:${call.caller.userId}`,
      });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/compliance/kyb',
    credential,
    access: {
      target: { kind: 'org', at: 'query', name: 'org_id', unnamed: 'acting_org' },
      environment: 'any',
    },
    id: 'getKyb',
    tag,
    summary: 'Get the verification status (KYB) of a business',
    query: kybQuery,
    answer: verificationStatusAnswer,
    async handle(call) {
      const { orgId } = await orgOfSession(call, call.query().org_id);
      return standing(await findOrgEligibility(call.deps.database.pool, { orgId }));
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/compliance/kyc/start',
    credential,
    access: { target: null, environment: 'any' },
    id: 'startKyc',
    tag,
    summary:
      "Start the verification (KYC) of the signed-in user, or continue the open one; approval sets the user's country",
    body: kycInput,
    answer: startAnswer,
    refusals: ['bad_country_code', 'already_approved'],
    handle(call) {
      const { userId } = call.caller;
      const { country_code: countryCode } = call.body();
      return start(call.deps, { kind: 'kyc', subjectId: userId, countryCode, actor: `user:${userId}` });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/compliance/kyc',
    credential,
    access: { target: null, environment: 'any' },
    id: 'getKyc',
    tag,
    summary: 'Get the verification status (KYC) of the signed-in user',
    answer: verificationStatusAnswer,
    handle: async ({ deps, caller }) => standing(await findConsumerEligibility(deps.database.pool, caller)),
  }),
];

/**
 * Starts a case or joins the open one, and returns the provider's page for it. The row is written first: when
 * the provider is away, the caller gets 503 and the workflow keeps trying.
 */
async function start(deps: CallDeps, application: Omit<NewCase, 'newId'>) {
  const { database, workflows } = deps;
  const begun = await startCase(deps, { ...application, newId: deps.newId() });
  if (begun === null) throw new Error(`${application.kind} is about nobody: ${application.subjectId}`);
  const { id, ...row } = valueOf(begun);
  if (row.url !== null) return { verification_url: row.url, status: row.status };
  await workflows.live.openVerification(id);
  const opened = await findCase(database.pool, { caseId: id });
  // Closed before the provider had opened it: asked again, a new one begins.
  if (opened === null || opened.url === null) return refused('unavailable');
  return { verification_url: opened.url, status: opened.status };
}

function standing(row: { verification: VerificationStatus } | null) {
  if (row === null) throw new Error('nobody is known to have asked');
  return { status: row.verification };
}

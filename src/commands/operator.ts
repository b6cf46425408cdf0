import type { VerificationStatus } from '../domain/environment.ts';
import { isId } from '../domain/id.ts';
import { bps } from '../domain/money.ts';
import { invalid, ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { ApiKey } from '../entities/api-key.ts';
import { Country } from '../entities/country.ts';
import { Org } from '../entities/org.ts';
import { User } from '../entities/user.ts';
import { lockOrg } from '../store/members.ts';
import { lockCountry } from '../store/operator.ts';
import { endSignInsOfUser } from '../store/sign-ins.ts';
import type { Subject } from '../store/verification.ts';
import { revokeInTransaction } from './api-key.ts';
import type { ReadInput } from './context.ts';
import { recordOperatorAction } from './operator-action.ts';
import type { OperatorContext } from './operator-action.ts';
import { recordOrgEvent } from './org-event.ts';
import { overrideVerdict } from './verification.ts';

/** An operator's change: its input, and the row as the answer and the audit show it. */
interface Change<Input, Row, View extends object> {
  readonly input: ReadInput<Input>;
  readonly viewOf: (row: Row) => View;
}

interface Pricing {
  /** Basis points. Undefined keeps the present rate. */
  readonly mdrBps?: number | undefined;
  readonly recommenderShareBps?: number | undefined;
}

/** Sets an org's rates, within the bounds of its country. Refused: `org not found`, `invalid`. */
export function setPricing<View extends object>(
  context: OperatorContext,
  orgId: string,
  { input, viewOf }: Change<Pricing, Org, View>,
): Promise<Outcome<View>> {
  const { database, origin } = context;
  return database.transaction(async (tx) => {
    if (!isId(orgId)) return refuse('org_not_found');
    await lockOrg(tx, { orgId });
    const org = await tx.em.findOne(Org, { id: orgId });
    if (org === null) return refuse('org_not_found');
    const { mdrBps: mdr, recommenderShareBps: share } = input();
    const country = await tx.em.findOne(Country, { countryCode: org.countryCode });
    const { minShareBps: least, maxShareBps: most } = country ?? { minShareBps: 0, maxShareBps: 10_000 };
    if (share !== undefined && (share < least || share > most)) {
      return invalid('recommender_share_bps', `must be ${least} to ${most} in the org's country`);
    }
    const before = viewOf(org);
    if (mdr === undefined && share === undefined) return ok(before);
    const rates = { mdr: bps(mdr ?? org.mdrBps), share: bps(share ?? org.recommenderShareBps) };
    const isChanged = rates.mdr !== org.mdrBps || rates.share !== org.recommenderShareBps;
    org.mdrBps = rates.mdr;
    org.recommenderShareBps = rates.share;
    const after = viewOf(org);
    const target = { kind: 'org', id: orgId };
    const act = { action: 'set_pricing', target: `org:${orgId}`, before, after, reason: '' } as const;
    await recordOperatorAction(tx, context, act);
    if (isChanged)
      await recordOrgEvent(tx, origin, { orgId, action: 'pricing.changed', target, before, after });
    return ok(after);
  });
}

interface CountryTerms {
  readonly minShareBps: number;
  readonly maxShareBps: number;
  /** Undefined keeps the present value. */
  readonly livePartner?: boolean | undefined;
}

/** Sets a country's terms, and inserts the country at its first terms. */
export function setCountry<View extends object>(
  context: OperatorContext,
  countryCode: string,
  { terms, viewOf }: { readonly terms: CountryTerms; readonly viewOf: (country: Country) => View },
): Promise<View> {
  return context.database.transaction(async (tx) => {
    const isNew = await lockCountry(tx, countryCode);
    const country = await tx.em.findOneOrFail(Country, { countryCode });
    const before = isNew ? null : viewOf(country);
    country.minShareBps = bps(terms.minShareBps);
    country.maxShareBps = bps(terms.maxShareBps);
    country.livePartner = terms.livePartner ?? country.livePartner;
    const after = viewOf(country);
    const target = `country:${countryCode}`;
    await recordOperatorAction(tx, context, { action: 'set_country', target, before, after, reason: '' });
    return after;
  });
}

interface Ruling<View extends object> extends Change<
  { status: VerificationStatus; reason: string },
  VerificationStatus,
  View
> {
  readonly actionId: string;
}

/**
 * Sets the standing of an org or a user, with the audit of it. Returns the case that this closed, if any: its
 * workflow must hear of it after the commit. Refused: `org not found`, `user not found`.
 */
export function setStanding<View extends object>(
  context: OperatorContext,
  { kind, subjectId }: Subject,
  { input, viewOf, actionId }: Ruling<View>,
): Promise<Outcome<{ readonly after: View; readonly closedCaseId: string | null }>> {
  const noun = kind === 'kyb' ? 'org' : 'user';
  const { database, origin } = context;
  return database.transaction(async (tx) => {
    const ruled = isId(subjectId)
      ? await overrideVerdict(tx, { kind, subjectId, origin }, () => input().status)
      : null;
    if (ruled === null) return refuse(`${noun}_not_found`);
    const [before, after] = [viewOf(ruled.before), viewOf(ruled.standing)];
    const target = `${noun}:${subjectId}`;
    await recordOperatorAction(tx, context, {
      id: actionId,
      action: `set_${kind}`,
      target,
      before,
      after,
      reason: input().reason,
    });
    return ok({ after, closedCaseId: ruled.closedCaseId });
  });
}

interface Suspension {
  readonly status: Org['status'];
  readonly input: ReadInput<{ readonly reason: string }>;
}

/**
 * Suspends an org, or ends its suspension. A repeat changes nothing. Refused: `org not found`. Source:
 * contract, section 16.
 */
export function setOrgStatus(
  context: OperatorContext,
  orgId: string,
  { status, input }: Suspension,
): Promise<Outcome<Org>> {
  const { database, origin } = context;
  return database.transaction(async (tx) => {
    if (!isId(orgId)) return refuse('org_not_found');
    await lockOrg(tx, { orgId });
    const org = await tx.em.findOne(Org, { id: orgId });
    if (org === null) return refuse('org_not_found');
    const { reason } = input();
    if (org.status === status) return ok(org);
    const [before, after] = [{ status: org.status }, { status }];
    const suspends = status === 'SUSPENDED';
    const action = suspends ? 'suspend_org' : 'resume_org';
    await recordOperatorAction(tx, context, { action, target: `org:${orgId}`, before, after, reason });
    await recordOrgEvent(tx, origin, {
      orgId,
      action: suspends ? 'org.suspended' : 'org.resumed',
      target: { kind: 'org', id: orgId },
      before,
      after: { ...after, reason },
      isMailed: true,
    });
    org.status = status;
    return ok(org);
  });
}

/**
 * Ends every sign-in of a user, for instance after a theft. Returns how many there were. Refused: `user not
 * found`. Source: contract, section 16.
 */
export function endSessionsOfUser(
  context: OperatorContext,
  userId: string,
  input: ReadInput<{ readonly reason: string }>,
): Promise<Outcome<number>> {
  return context.database.transaction(async (tx) => {
    const user = isId(userId) ? await tx.em.findOne(User, { id: userId }) : null;
    if (user === null) return refuse('user_not_found');
    const { reason } = input();
    const ended = (await endSignInsOfUser(tx, { userId })).length;
    const act = { action: 'end_sessions', target: `user:${userId}`, before: null, reason } as const;
    await recordOperatorAction(tx, context, { ...act, after: { ended } });
    return ok(ended);
  });
}

/**
 * Revokes an API key of any org. A repeat changes nothing. Refused: `key not found`. Source: contract,
 * section 16.
 */
export function revokeKeyOfOrg(
  context: OperatorContext,
  keyId: string,
  input: ReadInput<{ readonly reason: string }>,
): Promise<Outcome<null>> {
  return context.database.transaction(async (tx) => {
    const key = isId(keyId) ? await tx.em.findOne(ApiKey, { id: keyId }) : null;
    if (key === null) return refuse('key_not_found');
    const { reason } = input();
    const isRevoked = await revokeInTransaction(tx, context.origin, key);
    if (!isRevoked) return ok(null);
    const [before, after] = [{ status: 'ACTIVE' }, { status: 'REVOKED' }];
    const act = { action: 'revoke_key', target: `key:${keyId}`, before, after, reason } as const;
    await recordOperatorAction(tx, context, act);
    return ok(null);
  });
}

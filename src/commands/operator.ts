import type { VerificationStatus } from '../domain/environment.ts';
import { isId } from '../domain/id.ts';
import { bps } from '../domain/money.ts';
import { invalid, ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { Country } from '../entities/country.ts';
import { Org } from '../entities/org.ts';
import { lockOrg } from '../store/members.ts';
import { lockCountry, recordAction } from '../store/operator.ts';
import type { Subject } from '../store/verification.ts';
import type { CommandContext, DatabaseContext, ReadInput } from './context.ts';
import { overrideVerdict } from './verification.ts';

type OperatorContext = Pick<CommandContext, 'database' | 'newId'>;

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
  { database, newId }: OperatorContext,
  orgId: string,
  { input, viewOf }: Change<Pricing, Org, View>,
): Promise<Outcome<View>> {
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
    org.mdrBps = bps(mdr ?? org.mdrBps);
    org.recommenderShareBps = bps(share ?? org.recommenderShareBps);
    const after = viewOf(org);
    const target = `org:${orgId}`;
    await recordAction(tx, { id: newId(), action: 'set_pricing', target, before, after, reason: '' });
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
  { database, newId }: OperatorContext,
  countryCode: string,
  { terms, viewOf }: { readonly terms: CountryTerms; readonly viewOf: (country: Country) => View },
): Promise<View> {
  return database.transaction(async (tx) => {
    const isNew = await lockCountry(tx, countryCode);
    const country = await tx.em.findOneOrFail(Country, { countryCode });
    const before = isNew ? null : viewOf(country);
    country.minShareBps = bps(terms.minShareBps);
    country.maxShareBps = bps(terms.maxShareBps);
    country.livePartner = terms.livePartner ?? country.livePartner;
    const after = viewOf(country);
    const target = `country:${countryCode}`;
    await recordAction(tx, { id: newId(), action: 'set_country', target, before, after, reason: '' });
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
  { database }: DatabaseContext,
  { kind, subjectId }: Subject,
  { input, viewOf, actionId }: Ruling<View>,
): Promise<Outcome<{ readonly after: View; readonly closedCaseId: string | null }>> {
  const noun = kind === 'kyb' ? 'org' : 'user';
  return database.transaction(async (tx) => {
    const ruled = isId(subjectId)
      ? await overrideVerdict(tx, { kind, subjectId }, () => input().status)
      : null;
    if (ruled === null) return refuse(`${noun}_not_found`);
    const [before, after] = [viewOf(ruled.before), viewOf(ruled.standing)];
    const target = `${noun}:${subjectId}`;
    await recordAction(tx, {
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

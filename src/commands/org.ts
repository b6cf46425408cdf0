import { MOST_ORGS_OF_OWNER } from '../domain/caps.ts';
import { DEFAULT_RECOMMENDER_SHARE } from '../domain/cashback.ts';
import { DEFAULT_MDR } from '../domain/charge.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { databaseNow } from '../entities/columns.ts';
import { Member } from '../entities/member.ts';
import { Org } from '../entities/org.ts';
import { lockOrg } from '../store/members.ts';
import type { OrgRow } from '../store/orgs.ts';
import { lockUser } from '../store/users.ts';
import type { DatabaseContext, TrailContext } from './context.ts';
import { recordOrgEvent } from './org-event.ts';

/**
 * Creates an org with its first owner. A repeated call finds the org that the first one created. Refused:
 * `too many orgs`.
 */
export function createOrg(
  { database }: DatabaseContext,
  ownerId: string,
  org: Pick<OrgRow, 'id' | 'name' | 'countryCode'>,
): Promise<Outcome<OrgRow>> {
  return database.transaction(async (tx) => {
    const { em } = tx;
    // Calls at once are counted one after the other.
    await lockUser(tx, { userId: ownerId });
    const earlier = await em.findOne(Org, { id: org.id });
    if (earlier !== null) return ok(earlier);
    const owned = await em.count(Member, { userId: ownerId, role: 'owner' });
    if (owned >= MOST_ORGS_OF_OWNER) return refuse('too_many_orgs');
    const rates = { mdrBps: DEFAULT_MDR, recommenderShareBps: DEFAULT_RECOMMENDER_SHARE };
    const created = em.create(Org, { ...org, ...rates });
    await em.flush(); // The entities have no relations, so MikroORM does not order these two inserts.
    const owner = em.create(Member, { orgId: org.id, userId: ownerId, role: 'owner' });
    owner.usedAt = databaseNow();
    return ok<OrgRow>(created);
  });
}

/** Renames an org. An undefined name keeps the present one. */
export function renameOrg(
  { database, origin }: TrailContext,
  orgId: string,
  name: string | undefined,
): Promise<OrgRow> {
  return database.transaction(async (tx) => {
    await lockOrg(tx, { orgId });
    const org = await tx.em.findOneOrFail(Org, { id: orgId });
    if (name === undefined || name === org.name) return org;
    const [before, after] = [{ name: org.name }, { name }];
    const target = { kind: 'org', id: orgId };
    await recordOrgEvent(tx, origin, { orgId, action: 'org.renamed', target, before, after });
    org.name = name;
    return org;
  });
}

import { DEFAULT_RECOMMENDER_SHARE } from '../domain/cashback.ts';
import { DEFAULT_MDR } from '../domain/charge.ts';
import { Member } from '../entities/member.ts';
import { Org } from '../entities/org.ts';
import type { OrgRow } from '../store/orgs.ts';
import type { DatabaseContext } from './context.ts';

/** Creates an org with its first owner. A repeated call finds the org that the first one created. */
export function createOrg(
  { database }: DatabaseContext,
  ownerId: string,
  org: Pick<OrgRow, 'id' | 'name' | 'countryCode'>,
): Promise<OrgRow> {
  return database.transaction(async ({ em }) => {
    const earlier = await em.findOne(Org, { id: org.id });
    if (earlier !== null) return earlier;
    const rates = { mdrBps: DEFAULT_MDR, recommenderShareBps: DEFAULT_RECOMMENDER_SHARE };
    const created = em.create(Org, { ...org, ...rates });
    await em.flush(); // The entities have no relations, so MikroORM does not order these two inserts.
    em.create(Member, { orgId: org.id, userId: ownerId, role: 'owner' });
    return created;
  });
}

/** Renames an org. An undefined name keeps the present one. */
export function renameOrg(
  { database }: DatabaseContext,
  orgId: string,
  name: string | undefined,
): Promise<OrgRow> {
  return database.transaction(async ({ em }) => {
    const org = await em.findOneOrFail(Org, { id: orgId });
    org.name = name ?? org.name;
    return org;
  });
}

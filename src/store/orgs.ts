import { DEFAULT_RECOMMENDER_SHARE } from '../domain/cashback.ts';
import { DEFAULT_MDR } from '../domain/charge.ts';
import type { Role } from '../domain/roles.ts';
import { Member } from '../entities/member.ts';
import { Org } from '../entities/org.ts';
import type { Database } from './database.ts';
import { PAGE_START } from './newest-first.ts';
import type { PageParams } from './newest-first.ts';
import { statement } from './statement.ts';

export interface OrgRow {
  readonly id: string;
  readonly name: string;
  readonly countryCode: string;
  readonly status: 'ACTIVE';
}

export interface OrgOfUserRow extends OrgRow {
  readonly createdAt: Date;
  readonly role: Role;
}

/** Makes an org with this user as its owner; one that was made under this id stands. */
export function createOrg({ em }: Database, ownerId: string, org: Pick<OrgRow, 'id' | 'name' | 'countryCode'>): Promise<OrgRow> {
  return em().transactional(async (tx) => {
    const earlier = await tx.findOne(Org, { id: org.id });
    if (earlier !== null) return earlier;
    const rates = { mdrBps: DEFAULT_MDR, recommenderShareBps: DEFAULT_RECOMMENDER_SHARE };
    const created = tx.create(Org, { ...org, ...rates });
    await tx.flush(); // The entities know no relations: what refers to the org is written after it.
    tx.create(Member, { orgId: org.id, userId: ownerId, role: 'owner' });
    return created;
  });
}

/** The org with this id, which its caller is known to belong to. */
export function findOrg({ em }: Database, id: string): Promise<OrgRow> {
  return em().findOneOrFail(Org, { id });
}

/** Gives the org another name; undefined leaves the one it has. Answers the org as it is then. */
export async function renameOrg({ em }: Database, id: string, name: string | undefined): Promise<OrgRow> {
  const work = em();
  const org = await work.findOneOrFail(Org, { id });
  org.name = name ?? org.name;
  await work.flush();
  return org;
}

/** Lists the user's orgs with the user's role in each, newest first. */
export const listOrgsOfUser = statement<{ userId: string } & PageParams, OrgOfUserRow>(
  'list_orgs_of_user',
  `select o.id, o.name, o.country_code, o.status, o.created_at, m.role
   from members m join orgs o on o.id = m.org_id
   where m.user_id = :userId and m.status = 'ACTIVE' and (o.created_at, o.id) < ${PAGE_START}
   order by o.created_at desc, o.id desc limit :limit`,
);

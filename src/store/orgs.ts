import type { Role } from '../domain/roles.ts';
import { Org } from '../entities/org.ts';
import type { Database, Transaction } from './database.ts';
import { PAGE_START } from './newest-first.ts';
import type { PageParams } from './newest-first.ts';
import { statement } from './statement.ts';

export interface OrgRow {
  readonly id: string;
  readonly name: string;
  readonly countryCode: string;
  readonly status: 'ACTIVE' | 'SUSPENDED';
}

export interface OrgOfUserRow extends OrgRow {
  readonly createdAt: Date;
  readonly role: Role;
}

/** The org with this id, which its caller is known to belong to. */
export function findOrg({ em }: Database, id: string): Promise<OrgRow> {
  return em().findOneOrFail(Org, { id });
}

export async function orgExists(em: Transaction['em'], id: string): Promise<boolean> {
  return (await em.count(Org, { id })) > 0;
}

/** Lists the user's orgs with the user's role in each, newest first. */
export const listOrgsOfUser = statement<{ userId: string } & PageParams, OrgOfUserRow>(
  'list_orgs_of_user',
  `select o.id, o.name, o.country_code, o.status, o.created_at, m.role
   from members m join orgs o on o.id = m.org_id
   where m.user_id = :userId and (o.created_at, o.id) < ${PAGE_START}
   order by o.created_at desc, o.id desc limit :limit`,
);

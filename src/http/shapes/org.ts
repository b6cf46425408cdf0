import { z } from 'zod';
import { ROLES } from '../../domain/roles.ts';
import type { OrgOfUserRow, OrgRow } from '../../store/orgs.ts';
import { countryCode, id, name, optional, pageQuery } from './fields.ts';

export const orgInput = z
  .object({ name, country_code: countryCode })
  .meta({ examples: [{ name: 'Corner Coffee', country_code: 'US' }] });
export const orgPatch = z
  .object({ name: optional(name) })
  .meta({ examples: [{ name: 'Corner Coffee & Tea' }] });
export const orgQuery = z.object(pageQuery);

const organization = {
  org_id: id,
  name: z.string(),
  country_code: z.string().meta({ description: 'Sets the default currency and payout rails' }),
  status: z.enum(['ACTIVE', 'SUSPENDED']),
};
export const orgAnswer = z.object(organization).meta({ id: 'Organization' });
const orgOfUser = z.object({ ...organization, role: z.enum(ROLES) }).meta({ id: 'OrganizationOfUser' });
export const orgList = z.object({ orgs: z.array(orgOfUser), next_cursor: z.string().nullable() });

/** Returns the specification's Organization. */
export function orgBody({
  id: orgId,
  name: called,
  countryCode: country,
  status,
}: OrgRow): z.output<typeof orgAnswer> {
  return { org_id: orgId, name: called, country_code: country, status };
}

/** Returns the Organization with the caller's role. */
export function orgOfUserBody(row: OrgOfUserRow): z.output<typeof orgOfUser> {
  return { ...orgBody(row), role: row.role };
}

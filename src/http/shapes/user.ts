import { z } from 'zod';
import { countryCode, id, name, optional } from './fields.ts';

export const userPatch = z
  .object({ first_name: optional(name), last_name: optional(name), country_code: optional(countryCode) })
  .meta({ examples: [{ first_name: 'Ann', country_code: 'DE' }] });

export const userAnswer = z
  .object({
    user_id: id,
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    country_code: z.string(),
  })
  .meta({ id: 'User' });

/** Returns the signed-in user. */
export function userBody(user: {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  countryCode: string;
}): z.output<typeof userAnswer> {
  return {
    user_id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    country_code: user.countryCode,
  };
}

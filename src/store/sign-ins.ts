import type { Environment } from '../domain/environment.ts';
import { statement, statementOne } from './statement.ts';

interface NewSignIn {
  readonly signInId: string;
  readonly userId: string;
  readonly address: string;
  readonly userAgent: string | null;
  readonly block: string;
  readonly validDays: number;
}

/** Inserts a sign-in. Its org is the only one that the user is an active member of. */
export const insertSignIn = statement<NewSignIn, never>(
  'insert_sign_in',
  `insert into sign_ins (id, user_id, org_id, address, user_agent, block, code_entered_at, expires_at)
   values (:signInId, :userId,
     (select case when count(*) = 1 then (array_agg(org_id))[1] end
      from members where user_id = :userId and status = 'ACTIVE'),
     :address, :userAgent, :block, clock_timestamp(),
     clock_timestamp() + make_interval(hours => 24 * :validDays::integer))`,
);

const OPEN = 'i.ended_at is null and i.expires_at > clock_timestamp()';

/** Ends the sign-ins that `which` selects, with their tokens. Returns a row for each sign-in. */
const ending = (which: string): string => `
  with ended as (
    update sign_ins i set ended_at = clock_timestamp() where ${OPEN} and ${which} returning i.id),
  tokens as (
    update sessions s set ended_at = clock_timestamp() from ended
    where s.sign_in_id = ended.id and s.ended_at is null)
  select id from ended`;

/** Ends a sign-in of a user. Returns null when the user has no such open sign-in. */
export const endSignIn = statementOne<{ signInId: string; userId: string }, { id: string }>(
  'end_sign_in',
  ending('i.id = :signInId and i.user_id = :userId'),
);

/** Ends all sign-ins of a user. */
export const endSignInsOfUser = statement<{ userId: string }, { id: string }>(
  'end_sign_ins_of_user',
  ending('i.user_id = :userId'),
);

/** Ends the oldest open sign-ins of a user beyond the newest `most`. */
export const endOldestSignIns = statement<{ userId: string; most: number }, { id: string }>(
  'end_oldest_sign_ins',
  ending(`i.id in (
     select o.id from sign_ins o
     where o.user_id = :userId and o.ended_at is null and o.expires_at > clock_timestamp()
     order by o.created_at desc, o.id desc offset :most::integer)`),
);

export interface SignInRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly env: Environment;
  readonly orgId: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Lists the open sign-ins of a user, newest first. The environment is that of the first token. */
export const listSignIns = statement<{ userId: string }, SignInRow>(
  'list_sign_ins',
  `select i.id, i.created_at, i.last_used_at, s.env, i.org_id, i.address, i.user_agent
   from sign_ins i join sessions s on s.id = i.id
   where i.user_id = :userId and ${OPEN}
   order by i.created_at desc, i.id desc`,
);

/** The minutes after which a use is written again: most calls write nothing. */
export const LAST_USED_MINUTES = 5;

/** Writes the last use of a sign-in, unless another call has just written it. */
export const touchSignIn = statement<{ signInId: string }, never>(
  'touch_sign_in',
  `update sign_ins set last_used_at = clock_timestamp()
   where id = :signInId and ended_at is null
     and last_used_at < clock_timestamp() - interval '${LAST_USED_MINUTES} minutes'`,
);

/** True if a mailed code was entered for this sign-in in the last `freshMinutes`. */
export const findFreshness = statementOne<{ signInId: string; freshMinutes: number }, { isFresh: boolean }>(
  'find_freshness',
  `select coalesce(code_entered_at > clock_timestamp() - make_interval(mins => :freshMinutes::integer), false)
     as is_fresh
   from sign_ins where id = :signInId`,
);

/** Records that a code was entered. Returns the end of the freshness; null when the sign-in has ended. */
export const recordFreshCode = statementOne<{ signInId: string; freshMinutes: number }, { freshUntil: Date }>(
  'record_fresh_code',
  `update sign_ins set code_entered_at = clock_timestamp() where id = :signInId and ended_at is null
   returning code_entered_at + make_interval(mins => :freshMinutes::integer) as fresh_until`,
);

/** True if the user with this e-mail address has signed in from this network before. */
export const findFamiliarity = statementOne<{ email: string; block: string }, { isFamiliar: boolean }>(
  'find_familiarity',
  `select exists (
     select from users u join sign_ins i on i.user_id = u.id where u.email = :email and i.block = :block
   ) as is_familiar`,
);

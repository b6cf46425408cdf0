import type { MailsSent } from '../domain/sign-in.ts';
import { prepared, preparedOne } from './database.ts';

/** Lets one request after the other decide about mails to an address. Held until the transaction ends. */
export const lockEmail = prepared<never>('lock_email', `select pg_advisory_xact_lock(hashtextextended('sign-in ' || $1, 0))`);

/** What was mailed to an address in the last day. A code that nobody could mail while it was valid does not count. */
export const findMailsSent = preparedOne<MailsSent>(
  'find_mails_sent',
  `select extract(epoch from clock_timestamp()::timestamptz(3) - max(created_at))::float8 as "secondsSinceLast", count(*)::integer as today
   from sign_in_codes
   where email = $1 and created_at > clock_timestamp() - interval '1 day'
     and (mailed_at is not null or (sealed_code is not null and expires_at > clock_timestamp()))`,
);

/** A new code: id, e-mail, digest, sealed code, minutes it is valid. */
export const insertSignInCode = prepared<never>(
  'insert_sign_in_code',
  `insert into sign_in_codes (id, email, digest, sealed_code, expires_at)
   values ($1, $2, $3, $4, clock_timestamp() + make_interval(mins => $5::integer))`,
);

/** Takes a code back whose mail could not be ordered. */
export const deleteUnmailedCode = prepared<never>('delete_unmailed_code', 'delete from sign_in_codes where id = $1 and mailed_at is null');

/** The newest code of an address. Locked: of many who send it at once, one is first. */
export const lockNewestCode = preparedOne<{ id: string; digest: Buffer; wrongTries: number; isUsed: boolean; isExpired: boolean }>(
  'lock_newest_code',
  `select id, digest, wrong_tries as "wrongTries", used_at is not null as "isUsed", expires_at <= clock_timestamp() as "isExpired"
   from sign_in_codes where email = $1 order by created_at desc, id desc limit 1 for update`,
);

/** Wrong tries against all codes of an address in the last day. */
export const countWrongTries = preparedOne<{ today: number }>(
  'count_wrong_tries',
  `select coalesce(sum(wrong_tries), 0)::integer as today
   from sign_in_codes where email = $1 and created_at > clock_timestamp() - interval '1 day'`,
);

/**
 * Writes down a wrong try against a code: its id or null. An address without one gets a row that no code fits and that is
 * over already, so that its first wrong try writes as much and counts for the day too; it is older than any valid code.
 * Parameters: id or null, then for such a row id, e-mail, digest, minutes that a code is valid.
 */
export const countWrongTry = prepared<never>(
  'count_wrong_try',
  `with tried as (update sign_in_codes set wrong_tries = wrong_tries + 1 where id = $1::uuid returning id)
   insert into sign_in_codes (id, email, digest, wrong_tries, created_at, expires_at)
   select $2::uuid, $3::text, $4::bytea, 1, clock_timestamp() - make_interval(mins => $5::integer), clock_timestamp()
   where not exists (select from tried)`,
);

/** Spends a code. Nothing remains of it but the digest. */
export const useSignInCode = prepared<never>(
  'use_sign_in_code',
  'update sign_in_codes set used_at = clock_timestamp(), sealed_code = null where id = $1 and used_at is null',
);

/** The code as its mail needs it; `sealedCode` is null once it was mailed, used or given up. */
export const findCodeToMail = preparedOne<{ email: string; sealedCode: string | null; isMailed: boolean; isExpired: boolean }>(
  'find_code_to_mail',
  `select email, sealed_code as "sealedCode", mailed_at is not null as "isMailed", expires_at <= clock_timestamp() as "isExpired"
   from sign_in_codes where id = $1`,
);

export const recordCodeMailed = prepared<never>(
  'record_code_mailed',
  'update sign_in_codes set mailed_at = clock_timestamp(), sealed_code = null where id = $1',
);

/** Forgets a code's text where no mail will carry it. Its digest stays. */
export const forgetSealedCode = prepared<never>('forget_sealed_code', 'update sign_in_codes set sealed_code = null where id = $1');

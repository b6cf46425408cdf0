import type { MailsSent } from '../domain/sign-in.ts';
import { statement, statementOne } from './statement.ts';

/**
 * The codes that are counted together: those that sign in with an address, or those that confirm one sign-in
 * of its user. Neither is taken for the other.
 */
export interface CodeOwner {
  readonly email: string;
  /** The sign-in that the codes confirm. Null for codes that sign in. */
  readonly signInId: string | null;
}

const OWNED = 'email = :email and sign_in_id is not distinct from :signInId::uuid';

/** Locks an address until the transaction ends, so that requests for codes are judged one at a time. */
export const lockEmail = statement<{ email: string }, never>(
  'lock_email',
  `select pg_advisory_xact_lock(hashtextextended('sign in ' || :email, 0))`,
);

/**
 * Counts the mails to an address in the last day: those that this network asked for, and all. A code that
 * expired without a mail does not count.
 */
export const findMailsSent = statementOne<CodeOwner & { block: string | null }, MailsSent>(
  'find_mails_sent',
  `select
     extract(epoch from clock_timestamp()::timestamptz(3) - max(created_at))::float8 as seconds_since_last,
     (count(*) filter (where block is not distinct from :block::text))::integer as today,
     count(*)::integer as today_over_all
   from sign_in_codes
   where ${OWNED} and created_at > clock_timestamp() - interval '1 day'
     and (mailed_at is not null or (sealed_code is not null and expires_at > clock_timestamp()))`,
);

interface NewCode extends CodeOwner {
  readonly codeId: string;
  /** The network of the caller who asked for the code. */
  readonly block: string | null;
  readonly digest: Buffer;
  readonly sealedCode: string;
  readonly validMinutes: number;
}

export const insertSignInCode = statement<NewCode, never>(
  'insert_sign_in_code',
  `insert into sign_in_codes (id, email, sign_in_id, block, digest, sealed_code, expires_at)
   values (:codeId, :email, :signInId, :block, :digest, :sealedCode,
     clock_timestamp() + make_interval(mins => :validMinutes::integer))`,
);

/** Deletes a code whose mail could not be ordered. */
export const deleteUnmailedCode = statement<{ codeId: string }, never>(
  'delete_unmailed_code',
  'delete from sign_in_codes where id = :codeId and mailed_at is null',
);

export interface NewestCode {
  readonly id: string;
  readonly digest: Buffer;
  readonly wrongTries: number;
  readonly isUsed: boolean;
  readonly isExpired: boolean;
}

const NEWEST = `
   select id, digest, wrong_tries, used_at is not null as is_used,
          expires_at <= clock_timestamp() as is_expired
   from sign_in_codes where ${OWNED} order by created_at desc, id desc limit 1`;

/** Finds the newest code. A wrong try with a challenge needs no lock: it writes nothing to the code. */
export const findNewestCode = statementOne<CodeOwner, NewestCode>('find_newest_code', NEWEST);

/** Locks the newest code, so that tries at the same time are judged one after the other. */
export const lockNewestCode = statementOne<CodeOwner, NewestCode>(
  'lock_newest_code',
  `${NEWEST} for no key update`,
);

/** Counts the wrong tries without a challenge against all codes in the last day. */
export const countWrongTries = statementOne<CodeOwner, { today: number }>(
  'count_wrong_tries',
  `select coalesce(sum(wrong_tries), 0)::integer as today
   from sign_in_codes where ${OWNED} and created_at > clock_timestamp() - interval '1 day'`,
);

interface WrongTry extends CodeOwner {
  /** The code that was tried; null when the address has none. */
  readonly codeId: string | null;
  /** The id of the row for an address without a code. */
  readonly emptyCodeId: string;
  readonly digest: Buffer;
  readonly validMinutes: number;
}

/**
 * Counts a wrong try against a code. For an address without a code it inserts an expired row that no code
 * matches: the try then costs the same write, and counts for the day. The row is older than any valid code.
 */
export const countWrongTry = statement<WrongTry, never>(
  'count_wrong_try',
  `with tried as (
     update sign_in_codes set wrong_tries = wrong_tries + 1 where id = :codeId::uuid returning id)
   insert into sign_in_codes (id, email, sign_in_id, digest, wrong_tries, created_at, expires_at)
   select :emptyCodeId::uuid, :email::text, :signInId::uuid, :digest::bytea, 1,
          clock_timestamp() - make_interval(mins => :validMinutes::integer), clock_timestamp()
   where not exists (select from tried)`,
);

/** Marks a code as used and deletes its text. The digest remains. */
export const useSignInCode = statement<{ codeId: string }, never>(
  'use_sign_in_code',
  `update sign_in_codes set used_at = clock_timestamp(), sealed_code = null
   where id = :codeId and used_at is null`,
);

interface CodeToMail {
  readonly email: string;
  /** True for a code that confirms a sign-in. */
  readonly isFresh: boolean;
  /** Null after the code was mailed, used or given up. */
  readonly sealedCode: string | null;
  readonly isMailed: boolean;
  readonly isExpired: boolean;
}

export const findCodeToMail = statementOne<{ codeId: string }, CodeToMail>(
  'find_code_to_mail',
  `select email, sign_in_id is not null as is_fresh, sealed_code, mailed_at is not null as is_mailed,
          expires_at <= clock_timestamp() as is_expired
   from sign_in_codes where id = :codeId`,
);

export const recordCodeMailed = statement<{ codeId: string }, never>(
  'record_code_mailed',
  'update sign_in_codes set mailed_at = clock_timestamp(), sealed_code = null where id = :codeId',
);

/** Deletes the text of a code that no mail will carry. The digest remains. */
export const forgetSealedCode = statement<{ codeId: string }, never>(
  'forget_sealed_code',
  'update sign_in_codes set sealed_code = null where id = :codeId',
);

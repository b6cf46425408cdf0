import {
  CHALLENGE_MINUTES,
  CHALLENGES_OF_STRANGERS_PER_DAY,
  CHALLENGES_PER_CODE,
} from '../domain/sign-in.ts';
import { statement, statementOne } from './statement.ts';

interface NewChallenge {
  readonly digest: Buffer;
  readonly email: string;
  readonly block: string;
  readonly isFamiliar: boolean;
}

/**
 * Inserts a challenge for the newest code of an address. Inserts nothing when the network has its challenges
 * of this code, or strangers have theirs of the day. The address is locked meanwhile.
 */
export const insertChallenge = statement<NewChallenge, never>(
  'insert_challenge',
  `with newest as (
     select id from sign_in_codes where email = :email and sign_in_id is null
     order by created_at desc, id desc limit 1)
   insert into sign_in_challenges (digest, code_id, block, is_familiar)
   select :digest::bytea, newest.id, :block::text, :isFamiliar::boolean from newest
   where (select count(*) from sign_in_challenges c
          where c.code_id = newest.id and c.block = :block) < ${CHALLENGES_PER_CODE}
     and (:isFamiliar or (
       select count(*) from sign_in_codes k join sign_in_challenges c on c.code_id = k.id
       where k.email = :email and k.created_at > clock_timestamp() - interval '1 day' and not c.is_familiar
     ) < ${CHALLENGES_OF_STRANGERS_PER_DAY})`,
);

/** Locks a challenge of this address. Returns null for one that is unknown, another address's or too old. */
export const lockChallenge = statementOne<{ digest: Buffer; email: string }, { wrongTries: number }>(
  'lock_challenge',
  `select c.wrong_tries
   from sign_in_challenges c join sign_in_codes k on k.id = c.code_id
   where c.digest = :digest and k.email = :email
     and c.created_at > clock_timestamp() - interval '${CHALLENGE_MINUTES} minutes'
   for update of c`,
);

export const countWrongTryWithChallenge = statement<{ digest: Buffer }, never>(
  'count_wrong_try_with_challenge',
  'update sign_in_challenges set wrong_tries = wrong_tries + 1 where digest = :digest',
);

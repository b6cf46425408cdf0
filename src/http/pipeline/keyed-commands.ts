import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLAIM_MS, JOIN_MS } from '../../domain/time-budget.ts';
import {
  answerRequest,
  beginRound,
  claimRequest,
  findMade,
  findRequest,
  freeRequest,
  releaseRequest,
  renewClaims,
} from '../../store/idempotency.ts';
import { databaseIsAway } from '../../store/database.ts';
import type { Queryable } from '../../store/database.ts';
import type { Claim, StandingRow } from '../../store/idempotency.ts';
import { RefusalError, refusalBody, refused, STATUS } from '../answers.ts';
import { derivedId } from './derived-id.ts';
import type { ApiDeps } from '../route.ts';

const LEASE_SECONDS = CLAIM_MS / 1000;
const RENEW_MS = 1000;
const LONGEST_PAUSE_MS = 200;
/** Refusals that say nothing about the request itself: asked again, the answer may be another. Source: contract, section 14. */
const NOT_KEPT: readonly number[] = [401, 403, 409, 429];
/** Those of them that come from a judgement of the command. 401 and 429 may come before the command is read. */
const JUDGED: readonly number[] = [403, 409];
/** The ids of a command that are looked for: more than any command takes. */
const MOST_IDS = 8;

/** One run of a command. */
export interface Attempt {
  /** A new id. With an idempotency key: the same ids in the same order whenever the command is run again. */
  newId(): string;
  /** An earlier run may have made things under the same ids, and gave no answer. */
  readonly isRepeat: boolean;
}

/** A command with its key. */
export interface KeyedCommand {
  readonly key: string;
  /** Whose key it is, where, for which call: the key means nothing outside. */
  readonly scope: readonly (string | null)[];
  /** What makes it the same request: the bytes of its body, and whom the caller acts for without saying so. */
  readonly content: readonly (string | Buffer)[];
  /** The rows that the command writes have none of its ids: nothing shows whether it was carried out. */
  readonly bearsNoId: boolean;
  /** The org that the command turned out to be about, for a member. Asked once it has run. */
  about(): string | null;
  /** Leaves with 404 when the caller is not in reach of this org any more: that comes before a stored answer. */
  requireReach(orgId: string): Promise<void>;
  run(attempt: Attempt): Promise<unknown>;
}

/** The answer to a keyed command. */
export interface CommandAnswer {
  readonly status: number;
  /** JSON text: a repeat gets the very bytes. */
  readonly text: string;
  readonly isReplayed: boolean;
}

/** Runs commands that carry an idempotency key: once, however often they are sent. */
export interface Idempotency {
  /**
   * The command's answer, or the first one's again. A command under way is waited for.
   * Refused: what the command refuses; `idempotency key reused`, `request in progress`. Source: contract, sections 1 and 14.
   */
  perform(command: KeyedCommand): Promise<CommandAnswer>;
}

/**
 * Keeps keys in the database. Its row comes before anything is done and names, by derivation, all that will be: whoever runs
 * the command again after a crash meets what is there.
 */
export function createIdempotency({ database: { pool }, secrets, newId }: Pick<ApiDeps, 'database' | 'secrets' | 'newId'>): Idempotency {
  const claims = keepClaims((ids) => renewClaims(pool, { ids, leaseSeconds: LEASE_SECONDS }));

  const replay = async (row: StandingRow, command: KeyedCommand): Promise<CommandAnswer> => {
    if (row.orgId !== null) await command.requireReach(row.orgId);
    return { status: row.status as number, text: secrets.unseal(row.sealedAnswer as string, row.id), isReplayed: true };
  };

  /** Runs it under this claim. Null when the claim was lost: somebody else's answer is the answer. */
  const run = async (claim: Claim, command: KeyedCommand): Promise<CommandAnswer | null> => {
    const { status, text, refusal } = await settle(command, claim).catch(async (error: unknown) => {
      // What was begun goes on or not: whoever asks again finds out. If the release fails too, the claim ends by itself.
      await releaseRequest(pool, claim).catch(() => undefined);
      throw error;
    });
    if (NOT_KEPT.includes(status)) {
      const end = (await cameToNothing(pool, claim, { status, command })) ? freeRequest : releaseRequest;
      await end(pool, claim);
      throw refusal as RefusalError;
    }
    // Before it is sent: otherwise a repeat could get another answer than the one that the caller has read.
    const answer = { status, sealedAnswer: secrets.seal(text, claim.id), orgId: command.about() };
    const keeping = answerRequest(pool, { ...claim, ...answer });
    const isLost = await keeping.then((kept) => kept === null, unlessAway);
    return isLost ? null : { status, text, isReplayed: false };
  };

  const settle = async (command: KeyedCommand, claim: Claim): Promise<{ status: number; text: string; refusal: RefusalError | null }> => {
    try {
      return { status: 200, text: JSON.stringify(await command.run(attemptOf(claim))), refusal: null };
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      const { code } = error.refusal;
      if (code !== 'unavailable') return { status: STATUS[code], text: JSON.stringify(refusalBody(error.refusal)), refusal: error };
      // Said as an answer, not as a fault: what was asked for under these ids was dropped and will never be done.
      const isLate = claim.attempt > 1;
      const next = await beginRound(pool, { ...claim, attempt: isLate ? 1 : 0 });
      if (!isLate || next === null) throw error;
      return settle(command, next);
    }
  };

  return {
    async perform(command) {
      const scope = secrets.keyedDigest(`idempotency ${JSON.stringify([...command.scope, command.key])}`);
      // Keyed: bodies hold codes and account numbers, which are short enough to be tried out against a bare digest.
      const fingerprint = secrets.keyedDigest(`request ${digestOf(command.content).toString('hex')}`);
      const request = { scope, fingerprint, leaseSeconds: LEASE_SECONDS };
      const end = Date.now() + JOIN_MS;
      let isFree = true;
      for (let pause = 10; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
        const claim = isFree ? await claimRequest(pool, { ...request, newId: newId() }) : null;
        const performed = claim && (await claims.during(claim.id, () => run(claim, command)));
        if (performed !== null) return performed;
        const row = await findRequest(pool, request);
        if (row?.isSame === false) return refused('idempotency_key_reused');
        if (row !== null && row.status !== null) return replay(row, command);
        if (Date.now() > end) return refused('request_in_progress', undefined, { retry_after: 1 });
        isFree = row === null || row.isIdle;
        if (!isFree) await sleep(pause);
      }
    },
  };
}

/** Ignores that the database is away. The answer is true without being kept, and a repeat finds the work by its ids; 503 would be untrue. */
function unlessAway(error: unknown): false {
  if (databaseIsAway(error)) return false;
  throw error;
}

/**
 * True when no run of the refused command has done anything: its key is free for another request. False when an earlier run,
 * whose answer was lost, has done something or may have: the key then keeps naming that.
 */
async function cameToNothing(on: Queryable, claim: Claim, refusal: { status: number; command: KeyedCommand }): Promise<boolean> {
  if (claim.attempt === 1) return true;
  if (!JUDGED.includes(refusal.status) || refusal.command.bearsNoId) return false;
  const ids = Array.from({ length: MOST_IDS }, (_, nth) => derivedId(claim.id, claim.round, nth));
  return (await findMade(on, { ids })) === null;
}

function attemptOf({ id, round, attempt }: Claim): Attempt {
  let nth = 0;
  return { newId: () => derivedId(id, round, nth++), isRepeat: attempt > 1 };
}

/** Each part with its length in front: no two lists of parts have the same bytes. */
function digestOf(parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest();
}

/** Renews the claims of what runs here, all in one statement, and asks nothing while nothing runs. */
function keepClaims(renew: (ids: string[]) => Promise<unknown>) {
  const held = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  return {
    async during<T>(id: string, work: () => Promise<T>): Promise<T> {
      held.add(id);
      timer ??= setInterval(() => void renew([...held]).catch(() => undefined), RENEW_MS).unref();
      try {
        return await work();
      } finally {
        held.delete(id);
        if (held.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
      }
    },
  };
}

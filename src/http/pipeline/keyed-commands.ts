import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLAIM_MS, JOIN_MS } from '../../domain/time-budget.ts';
import {
  answerRequest,
  beginRound,
  claimRequest,
  findCommandEffect,
  findRequest,
  freeRequest,
  releaseRequest,
  renewClaims,
} from '../../store/idempotency.ts';
import { databaseIsAway } from '../../store/database.ts';
import type { Queryable } from '../../store/database.ts';
import type { Claim, IdempotencyRow } from '../../store/idempotency.ts';
import { RefusalError, refusalBody, refused, STATUS } from '../answers.ts';
import { derivedId } from './derived-id.ts';
import type { ApiDeps } from '../route.ts';

const LEASE_SECONDS = CLAIM_MS / 1000;
const RENEW_MS = 1000;
const LONGEST_PAUSE_MS = 200;
/**
 * Statuses of refusals that a repeat may not get again, so they are not stored. Source: contract, section 14.
 */
const NOT_KEPT: readonly number[] = [401, 403, 409, 429];
/**
 * Of these, the statuses that come from judging the command. 401 and 429 may come before the command is read.
 */
const JUDGED: readonly number[] = [403, 409];
/** The number of derived ids to look for: no command makes more. */
const MOST_IDS = 8;

/** One run of a command. */
export interface Attempt {
  /**
   * Returns a new id. With an idempotency key, every run of the command gets the same ids in the same order.
   */
  newId(): string;
  /** True if an earlier run gave no answer and may have written rows under the same ids. */
  readonly isRepeat: boolean;
}

/** A command with its idempotency key. */
export interface KeyedCommand {
  readonly key: string;
  /** The scope of the key: its owner, environment, method and path. Another scope is another key. */
  readonly scope: readonly (string | null)[];
  /**
   * The content that a repeat must equal: the bytes of the body, and the org that the caller acts for without
   * naming it.
   */
  readonly content: readonly (string | Buffer)[];
  /** True if the command's rows have none of its ids: no row shows that it was carried out. */
  readonly bearsNoId: boolean;
  /** The org that the command was about, for a member. Call it after `run`. */
  about(): string | null;
  /** Throws 404 if the caller no longer reaches this org: that check comes before a stored answer. */
  requireReach(orgId: string): Promise<void>;
  run(attempt: Attempt): Promise<unknown>;
  /** Returns the part of the result that is kept for repeats: secrets are not. */
  keptOf(result: unknown): unknown;
}

/** The answer to a keyed command. */
export interface CommandAnswer {
  readonly status: number;
  /** JSON text. A repeat gets the same bytes, but null in place of secrets. */
  readonly text: string;
  readonly isReplayed: boolean;
}

/** Runs a command with an idempotency key once, however often it is sent. */
export interface Idempotency {
  /**
   * Returns the command's answer, or its stored first answer. Waits for a running command. Refused: the
   * refusals of the command; `idempotency key reused`, `request in progress`. Source: contract, sections 1
   * and 14.
   */
  perform(command: KeyedCommand): Promise<CommandAnswer>;
}

/**
 * Creates the store of idempotency keys. A key's row is written before the command runs, and all ids of the
 * command are derived from it: a run after a crash finds the rows of the earlier one.
 */
export function createIdempotency({
  database: { pool },
  secrets,
  newId,
}: Pick<ApiDeps, 'database' | 'secrets' | 'newId'>): Idempotency {
  const claims = keepClaims((ids) => renewClaims(pool, { ids, leaseSeconds: LEASE_SECONDS }));

  const replay = async (row: IdempotencyRow, command: KeyedCommand): Promise<CommandAnswer> => {
    if (row.orgId !== null) await command.requireReach(row.orgId);
    return {
      status: row.status as number,
      text: secrets.unseal(row.sealedAnswer as string, row.id),
      isReplayed: true,
    };
  };

  /** The digests of the command: by the newest key, unless an older key of the ring has claimed it. */
  const digestsOf = async (command: KeyedCommand) => {
    const scopes = secrets.keyedDigests(`idempotency ${JSON.stringify([...command.scope, command.key])}`);
    // Keyed: bodies hold codes and account numbers, short enough to guess against a plain digest.
    const fingerprints = secrets.keyedDigests(`request ${digestOf(command.content).toString('hex')}`);
    const pairs = scopes.map((scope, at) => ({ scope, fingerprint: fingerprints[at] as Buffer }));
    const [newest, ...older] = pairs as [(typeof pairs)[0], ...typeof pairs];
    for (const pair of older) if ((await findRequest(pool, pair)) !== null) return pair;
    return newest;
  };

  /** Runs the command under this claim. Null if the claim was lost: then another process's answer counts. */
  const run = async (claim: Claim, command: KeyedCommand): Promise<CommandAnswer | null> => {
    const { status, text, kept, refusal } = await settle(pool, command, claim).catch(
      async (error: unknown) => {
        // The command may go on: a repeat finds its result. If the release fails too, the claim expires.
        await releaseRequest(pool, claim).catch(() => undefined);
        throw error;
      },
    );
    if (NOT_KEPT.includes(status)) {
      const end = (await cameToNothing(pool, claim, { status, command })) ? freeRequest : releaseRequest;
      await end(pool, claim);
      throw refusal as RefusalError;
    }
    // Stored before it is sent: otherwise a repeat could get another answer than the first caller read.
    const answer = { status, sealedAnswer: secrets.seal(kept, claim.id), orgId: command.about() };
    const keeping = answerRequest(pool, { ...claim, ...answer });
    const isLost = await keeping.then((row) => row === null, unlessAway);
    return isLost ? null : { status, text, isReplayed: false };
  };

  return {
    async perform(command) {
      const request = { ...(await digestsOf(command)), leaseSeconds: LEASE_SECONDS };
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

/** The answer of a command, and the JSON text of it that repeats get. */
interface Settlement {
  readonly status: number;
  readonly text: string;
  readonly kept: string;
  readonly refusal: RefusalError | null;
}

/**
 * Runs the command under its claim. Returns its answer; a refusal that may be sent as an answer is one too.
 */
async function settle(pool: Queryable, command: KeyedCommand, claim: Claim): Promise<Settlement> {
  try {
    const result = await command.run(attemptOf(claim));
    const kept = JSON.stringify(command.keptOf(result));
    return { status: 200, text: JSON.stringify(result), kept, refusal: null };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { code } = error.refusal;
    if (code !== 'unavailable') {
      const text = JSON.stringify(refusalBody(error.refusal));
      return { status: STATUS[code], text, kept: text, refusal: error };
    }
    // A refusal, not a fault: the command of this round was dropped and will never be carried out, so a
    // next round may run with new ids.
    const isLate = claim.attempt > 1;
    const next = await beginRound(pool, { ...claim, attempt: isLate ? 1 : 0 });
    if (!isLate || next === null) throw error;
    return settle(pool, command, next);
  }
}

/**
 * Returns false if the database is away, and rethrows other errors. The answer is true without being stored,
 * and a repeat finds the work by its ids; 503 would be untrue.
 */
function unlessAway(error: unknown): false {
  if (databaseIsAway(error)) return false;
  throw error;
}

/**
 * True if no run of the refused command did anything: its key becomes free for another request. False if an
 * earlier run without an answer did something, or may have: the key then keeps naming that work.
 */
async function cameToNothing(
  on: Queryable,
  claim: Claim,
  refusal: { status: number; command: KeyedCommand },
): Promise<boolean> {
  if (claim.attempt === 1) return true;
  if (!JUDGED.includes(refusal.status) || refusal.command.bearsNoId) return false;
  const ids = Array.from({ length: MOST_IDS }, (_, nth) => derivedId(claim.id, claim.round, nth));
  return (await findCommandEffect(on, { ids })) === null;
}

function attemptOf({ id, round, attempt }: Claim): Attempt {
  let nth = 0;
  return { newId: () => derivedId(id, round, nth++), isRepeat: attempt > 1 };
}

/**
 * Hashes each part with its length in front: otherwise `['a', 'bc']` and `['ab', 'c']` would be one request.
 */
function digestOf(parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest();
}

/**
 * Renews the claims of the running commands, all in one statement. Runs no statement while no command runs.
 */
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

import type { z } from 'zod';
import type { Database } from '../store/database.ts';
import type { Secrets } from '../security/secrets.ts';
import type { Config } from '../config.ts';
import type { Origin } from '../domain/org-event.ts';
import type { FileAnswer } from './file-answer.ts';
import type { EventWait } from './event-wait.ts';
import type { SharedWait } from './shared-wait.ts';
import type { ObjectQueue } from './turns/object-queue.ts';
import type { Environment } from '../domain/environment.ts';
import type { Workflows } from '../temporal/commands.ts';
import type { Access } from './access/access.ts';
import type { Callers, Credential } from './access/caller.ts';
import type { KeyCheck } from './access/key-rules.ts';
import type { Capability } from '../domain/roles.ts';
import type { CallLimit } from './pipeline/call-limits.ts';
import type { RequestRecord } from './pipeline/request-record.ts';
import type { RequestLog } from './pipeline/request-log.ts';

/** The dependencies of every route. */
export interface ApiDeps {
  readonly database: Database;
  /**
   * The commands to workflows, by their environment. Those of live also take what belongs to no environment.
   */
  readonly workflows: Readonly<Record<Environment, Workflows>>;
  /** The queues in which commands wait for their turn at the object that they change. */
  readonly queue: ObjectQueue;
  /** The wait of calls for the next event of an organization. */
  readonly eventWait: EventWait;
  /** The wait of calls for another status of a checkout. */
  readonly checkoutWait: SharedWait;
  /** The wait of pages for another pending checkout of a terminal: `pendingOnTerminals`. */
  readonly terminalWait: SharedWait;
  readonly secrets: Secrets;
  readonly config: Config;
  readonly requestLog: RequestLog;
  /** A new UUID, ordered by time (version 7). Routes ask the call for the ids of what they make. */
  readonly newId: () => string;
}

/** The dependencies of one call: those of every route, and who calls. */
export interface CallDeps extends ApiDeps {
  readonly origin: Origin;
}

/**
 * A request as its handler sees it. The pipeline has checked the credential and that the route exists in the
 * caller's environment; the handler checks the rest.
 */
export interface Call<C extends Credential, Body, Query> {
  readonly deps: CallDeps;
  readonly caller: Callers[C];
  /** The capability that a member needs, from the route's declaration. */
  readonly capability: Capability;
  /** Checks the limits of the caller's key: `KeyCheck.requireKey`. */
  readonly requireKey: KeyCheck['requireKey'];
  readonly params: Readonly<Record<string, string>>;
  /** Where the call comes from: an IP address as text. */
  readonly callerAddress: string;
  /** The `user-agent` of the call, null without one. */
  readonly userAgent: string | null;
  /** The body as it was sent, not judged: only to find the object that the call is about. */
  readonly sent: Readonly<Record<string, unknown>>;
  /**
   * The org that the call names, in its body or else its query, not judged; undefined where it names none.
   */
  readonly namedOrg: unknown;
  /**
   * The body by the route's shape. Leaves with the reason when it does not fit: ask for it after 404 and 403.
   */
  body(): Body;
  /** The query by the route's shape. Leaves with the reason when it does not fit. */
  query(): Query;
  /**
   * A new id for what this call makes. With an idempotency key it is the same again when the call is
   * repeated: ask in a fixed order.
   */
  newId(): string;
  /**
   * This call carries an idempotency key, and an earlier one that did gave no answer: what it was to make may
   * be there.
   */
  readonly isRepeat: boolean;
  /** Counts the call against one more limit. Leaves with `rate limited` when its window is used up. */
  limit(limit: CallLimit): Promise<void>;
  /** The record of the request, for the log and the metrics. */
  readonly record: RequestRecord;
}

/**
 * A route in one declaration: how it is reached, who may, what goes in and out.
 * Routing, validation, the OpenAPI document and the test matrix are all made from it.
 */
export interface Route<C extends Credential = Credential, Body = unknown, Query = unknown, Answer = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with parameters in braces, as the specification writes it. */
  readonly path: string;
  readonly credential: C;
  /** Who may call it about what: the target, the role, the environment. */
  readonly access: Access<C>;
  /** The OpenAPI operation id: a verb and a noun. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly body?: z.ZodType<Body>;
  readonly query?: z.ZodType<Query>;
  readonly answer: z.ZodType<Answer>;
  /** The media types of the files that the route answers instead of JSON, on request. A `GET` only. */
  readonly files?: readonly string[];
  /**
   * The reasons a caller may meet, beyond those of every route and those that follow from `access`: they
   * document the route.
   */
  readonly refusals?: readonly string[];
  /**
   * On a POST that may be refused with 403 or 409: its rows have none of the call's ids, so none shows
   * whether it was carried out.
   */
  readonly bearsNoId?: true;
  /** Calls are not counted: monitors ask for the service's health all the time. */
  readonly isUnlimited?: true;
  /** True for a repeat of a call that has been carried out: rate limits let it pass. */
  isDone?(
    call: Pick<Call<C, Body, Query>, 'caller' | 'requireKey' | 'params'> & { readonly deps: ApiDeps },
  ): Promise<boolean>;
  handle(call: Call<C, Body, Query>): Promise<Answer | FileAnswer>;
}

/**
 * True where an `Idempotency-Key` names a call: on every POST but those of sign-in. There the caller is
 * unknown, so callers behind one address would share their keys, and answers hold tokens, which are never
 * stored. Source: contract, section 16.
 */
export function takesIdempotencyKey({
  method,
  path,
  credential,
}: Pick<Route, 'method' | 'path' | 'credential'>): boolean {
  return method === 'POST' && credential !== 'none' && !path.startsWith('/auth/');
}

/** Declares a route. The types of caller, body and query follow from the declaration. */
export function defineRoute<
  C extends Credential,
  Body = Record<never, never>,
  Query = Record<never, never>,
  Answer = unknown,
>(route: Route<C, Body, Query, Answer>): Route {
  return route as unknown as Route;
}

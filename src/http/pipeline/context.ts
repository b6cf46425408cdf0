import type { ParameterizedContext } from 'koa';
import type { Caller } from '../access/caller.ts';
import type { ApiDeps, Route } from '../route.ts';
import type { RequestBody } from './body.ts';
import type { CallLimits } from './call-limits.ts';
import type { ProvenCredentials } from './limits.ts';
import type { Idempotency } from './keyed-commands.ts';
import type { Share } from './share.ts';
import type { RequestRecord, RequestState } from './request-record.ts';

/** Koa's context of a request. */
export type KoaContext = ParameterizedContext<RequestState>;

/** The services that the steps of every request share. */
export interface PipelineDeps {
  readonly deps: ApiDeps;
  readonly limits: CallLimits;
  readonly proven: ProvenCredentials;
  /** Null where the sandbox has no share of its own. */
  readonly sandboxShare: Share | null;
  readonly idempotency: Idempotency;
}

/** A parsed, authenticated request, before its handler runs. */
export interface RequestContext extends PipelineDeps {
  readonly route: Route;
  readonly ctx: KoaContext;
  /** The values of the path's parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly record: RequestRecord;
  /** The IP address of the caller as text. */
  readonly address: string;
  /** Null for routes without key or session: anonymous callers, the operator, partners. */
  readonly caller: Caller;
  readonly body: RequestBody;
}

/** A routed request, before its credential is checked and its body is read. */
export type RoutedRequest = Omit<RequestContext, 'caller' | 'body'>;

import type { Logger } from 'pino';
import { callerAddress, subjectOfAddress } from '../pipeline/address.ts';
import type { CallLimits } from '../pipeline/call-limits.ts';
import type { KoaContext } from '../pipeline/context.ts';
import { refused } from '../answers.ts';
import type { ApiDeps } from '../route.ts';
import type { CallApi } from './api-call.ts';

/** The services that the shopper's pages share. */
export interface PageDeps {
  readonly deps: ApiDeps;
  readonly callApi: CallApi;
  readonly limits: CallLimits;
  readonly log: Logger;
}

/** Counts a request for a page against its address, as the API counts calls without a credential. */
export async function limitPage(ctx: KoaContext, { deps, limits }: PageDeps): Promise<void> {
  const subject = subjectOfAddress(callerAddress(ctx.req, deps.config.TRUSTED_PROXY_HOPS), deps);
  if (subject === null) return;
  const most = deps.config.CALLS_PER_ADDRESS;
  const state = await limits.count({ policy: 'address', subject: `address:${subject}`, most });
  if (!state.passes) refused('rate_limited', undefined, { retry_after: state.seconds });
}

/** True if the page's module sent the request. It shows the answer without a new page. */
export function isOfModule(ctx: KoaContext): boolean {
  return ctx.get('accept').startsWith('application/json');
}

export function answerPage(ctx: KoaContext, status: number, text: string): void {
  ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = text;
}

import type { ApiDeps } from '../route.ts';
import type { KoaContext } from '../pipeline/context.ts';
import { SESSION_ENV } from '../pipeline/shown-environment.ts';
import { setPartHeaders } from './page-headers.ts';
import { requireSameOrigin } from './same-origin.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts';

const DOOR = '/console/api';
/** The environment that the page shows, in the query of a download: a link sets no header. */
const SESSION_ENV_OF_LINK = 'session_env';
/** The only credential of a page is its cookie: a header with another one would act for somebody else. */
const CREDENTIALS = ['authorization', 'x-api-key', 'x-operator-token'];

/** True for the paths that the door serves. */
export function isConsoleCall(path: string): boolean {
  return path.startsWith(`${DOOR}/`);
}

/**
 * Answers `/console/api/<path>` as the API answers `<path>`, for the session in the cookie. An answer with a
 * session token sets the cookie instead and does not show the token: no script can read it. Sign-out removes
 * the cookie. The header `x-session-env` is the environment of the session, in the answer and, from pages
 * that say what they show, in the request. In the query of a download it is `session_env`. Refused before all
 * else: `cross-origin request`. Source: contract, section 18.
 */
export async function answerConsoleCall(
  ctx: KoaContext,
  { deps, api }: { readonly deps: Pick<ApiDeps, 'config'>; readonly api: (ctx: KoaContext) => Promise<void> },
): Promise<void> {
  const { config } = deps;
  setPartHeaders(ctx);
  requireSameOrigin(ctx, config);
  for (const name of CREDENTIALS) delete ctx.req.headers[name];
  const token = readSessionCookie(ctx, config);
  if (token !== undefined) ctx.req.headers.authorization = `Bearer ${token}`;
  takeEnvironmentOfLink(ctx);
  ctx.path = ctx.path.slice(DOOR.length);
  await api(ctx).finally(() => showEnvironment(ctx));
  const { route } = ctx.state.record;
  if (route === '/auth/signout') clearSessionCookie(ctx, config);
  if (route === '/auth/otp/verify' || route === '/auth/mode') keepToken(ctx, config);
}

/** Moves what the page shows from the query into the header. The API knows no such field of a query. */
function takeEnvironmentOfLink(ctx: KoaContext): void {
  const { [SESSION_ENV_OF_LINK]: shown, ...query } = ctx.query;
  if (typeof shown !== 'string') return;
  ctx.req.headers[SESSION_ENV] = shown;
  ctx.query = query;
}

/** Shows the page in which environment its cookie acts: another tab may have switched it. */
function showEnvironment(ctx: KoaContext): void {
  const { env } = ctx.state.record;
  if (env !== null) ctx.set(SESSION_ENV, env);
}

/** Moves the session token of the answer into the cookie. */
function keepToken(ctx: KoaContext, config: Pick<ApiDeps, 'config'>['config']): void {
  const { session_token: token, ...shown } = JSON.parse(ctx.body as string) as { session_token: string };
  setSessionCookie(ctx, config, token);
  ctx.body = JSON.stringify(shown);
}

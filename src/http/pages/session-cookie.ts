import type { Config } from '../../config.ts';
import { isLocalhost, isWithin } from '../../security/public-address.ts';
import type { KoaContext } from '../pipeline/context.ts';

/** The longest life of a session, in milliseconds. The service ends it earlier where the sign-in ends. */
const LIFE_MS = 30 * 24 * 3600 * 1000;

/** The settings that decide how cookies are kept. */
export type CookieConfig = Pick<Config, 'PUBLIC_URL'>;

/**
 * Returns the session token in the request's cookie, or undefined without one. Only pages read it, under
 * `/pay` and `/console/api`: the API takes no cookies. Source: contract, section 18.
 */
export function readSessionCookie(ctx: KoaContext, config: CookieConfig): string | undefined {
  return readCookie(ctx, config, 'session');
}

/** Stores a session token in the browser. */
export function setSessionCookie(ctx: KoaContext, config: CookieConfig, token: string): void {
  setCookie(ctx, config, { name: 'session', value: token, lifeMs: LIFE_MS });
}

/** Removes the session token from the browser. The session itself goes on until it is signed out. */
export function clearSessionCookie(ctx: KoaContext, config: CookieConfig): void {
  setCookie(ctx, config, { name: 'session', value: '', lifeMs: 0 });
}

/** Returns the value of a cookie of the pages, or undefined without one. */
export function readCookie(ctx: KoaContext, config: CookieConfig, name: string): string | undefined {
  return ctx.cookies.get(nameOf(ctx, config, name)) || undefined;
}

/** Stores a cookie of the pages: no script reads it, and no other site sends it along with a POST. */
export function setCookie(
  ctx: KoaContext,
  config: CookieConfig,
  { name, value, lifeMs }: { readonly name: string; readonly value: string; readonly lifeMs: number },
): void {
  const secure = isSecure(ctx, config);
  // The proxy in front ends TLS, so the library would refuse to mark the cookie as secure.
  ctx.cookies.secure = secure;
  ctx.cookies.set(nameOf(ctx, config, name), value, {
    secure,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: lifeMs,
    overwrite: true,
  });
}

/** Browsers keep a `__Host-` cookie only from https, for this host alone, and for every path. */
function nameOf(ctx: KoaContext, config: CookieConfig, name: string): string {
  return isSecure(ctx, config) ? `__Host-${name}` : name;
}

/** False for plain http on this machine, where browsers keep no secure cookie. */
function isSecure(ctx: KoaContext, { PUBLIC_URL }: CookieConfig): boolean {
  if (PUBLIC_URL.startsWith('https:')) return true;
  const host = ctx.hostname.replace(/^\[|\]$/g, '');
  return !isLocalhost(host) && !isWithin('loopback', host);
}

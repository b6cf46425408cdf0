import { randomBytes } from 'node:crypto';
import type { KoaContext } from '../pipeline/context.ts';

/** Keeps what other sites open or embed apart from the pages. */
const SEPARATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const PAGE_HEADERS = {
  ...SEPARATION,
  // The address of a page names a checkout: a merchant's site that the shopper returns to does not get it.
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'x-frame-options': 'DENY',
} as const;

/**
 * Returns the policy of a page: everything comes from this service, styles also from elements with the nonce.
 * Source: contract, section 18.
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/**
 * Sets the headers of a page, and returns the nonce of its styles. `no-store` and `nosniff` are on every
 * answer of the service already.
 */
export function setPageHeaders(ctx: KoaContext): string {
  const nonce = randomBytes(16).toString('base64');
  ctx.set(PAGE_HEADERS);
  ctx.set('content-security-policy', contentSecurityPolicy(nonce));
  return nonce;
}

/** Sets the headers of what pages load: data, scripts, styles and pictures. */
export function setPartHeaders(ctx: KoaContext): void {
  ctx.set(SEPARATION);
}

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { invalid, ok } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';

const LONGEST_URL = 2048;
/**
 * The global unicast range of IPv6. Addresses outside it are special or unassigned, among them the old
 * IPv4-compatible ones.
 */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Public addresses that a cloud's machines reach as their host's own services. */
const CLOUD_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16']);
/**
 * The ports of webhooks on public hosts. Any other port may be a service that was never meant for strangers.
 */
const WEBHOOK_PORTS: ReadonlySet<string> = new Set(['', '443', '8443']);
/** Names of this machine or of the network around it. A resolver's answer for them is not trusted. */
const LOCAL_NAME = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/;

/** The addresses that a webhook may reach: public ones, or only this machine. The URL's scheme decides. */
export type Reach = 'public' | 'loopback';

/** A webhook URL that may be called. */
export interface WebhookTarget {
  readonly url: URL;
  readonly reach: Reach;
}

/**
 * Checks that webhooks may be sent to the URL: https to a public host. With `allowLoopback` also plain http
 * to this machine. Odd spellings (`0x7f.1`, `2130706433`, circled digits) are checked as the address that
 * they mean.
 *
 * It does not resolve names: `webhook-sender.ts` checks the address when it dials. Refused: `url: …`. Source:
 * contract, sections 9 and 14.
 */
export function judgeUrl(
  text: string,
  { allowLoopback }: { allowLoopback: boolean },
): Outcome<WebhookTarget> {
  if (text.length > LONGEST_URL) return invalid('url', `must have at most ${LONGEST_URL} characters`);
  if (/[\s\p{Cc}]/u.test(text)) return invalid('url', 'must not hold spaces or control characters');
  if (!URL.canParse(text)) return invalid('url', 'must be an https address');
  const url = new URL(text);
  if (url.href.length > LONGEST_URL) return invalid('url', `must have at most ${LONGEST_URL} characters`);
  if (url.username !== '' || url.password !== '' || /^[^/?#]*\/\/[^/?#]*@/.test(text))
    return invalid('url', 'must not hold a user name or password');

  const host = hostOf(url);
  if (url.protocol === 'http:' && allowLoopback && isLoopbackHost(host))
    return ok({ url, reach: 'loopback' });
  if (url.protocol !== 'https:') return invalid('url', 'must be an https address');
  if (!isPublicHost(host)) return invalid('url', 'must be a public address');
  return ok({ url, reach: 'public' });
}

/**
 * Checks a URL that a merchant wants webhooks sent to: as `judgeUrl`, and on a public host the port is 443 or
 * 8443. Refused: `url: …`.
 */
export function judgeNewUrl(text: string, options: { allowLoopback: boolean }): Outcome<WebhookTarget> {
  const judged = judgeUrl(text, options);
  if (!judged.ok || judged.value.reach === 'loopback' || WEBHOOK_PORTS.has(judged.value.url.port))
    return judged;
  return invalid('url', 'must use port 443 or 8443');
}

/** True if the IP address may be dialled for that reach. An IPv4-mapped address counts as IPv4. */
export function isWithin(reach: Reach, address: string): boolean {
  if (isIP(address) === 0) return false;
  const plain = ipaddr.process(address);
  if (reach === 'loopback') return plain.range() === 'loopback';
  if (CLOUD_SERVICES.has(plain.toString())) return false;
  return plain.range() === 'unicast' && (plain.kind() === 'ipv4' || plain.match(GLOBAL_IPV6));
}

/** True for names that always mean this machine. */
export function isLocalhost(host: string): boolean {
  return /(^|\.)localhost$/.test(withoutRootDot(host));
}

/** Returns the URL's host, without the brackets of an IPv6 literal. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** True for an address on this machine. */
export function isLoopbackUrl(url: string): boolean {
  return isLoopbackHost(hostOf(new URL(url)));
}

function isLoopbackHost(host: string): boolean {
  return isLocalhost(host) || isWithin('loopback', host);
}

/**
 * True for a public host. A name without a dot is resolved in the search domains of our own network, so it is
 * as private as `localhost`.
 */
function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isWithin('public', host);
  const name = withoutRootDot(host);
  return name.includes('.') && !LOCAL_NAME.test(name);
}

function withoutRootDot(host: string): string {
  return host.replace(/\.$/, '');
}

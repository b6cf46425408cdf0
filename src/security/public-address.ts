import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { invalid, ok } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';

const LONGEST_URL = 2048;
/** All of IPv6 that is handed out. What lies outside is special or nobody's, old IPv4-compatible addresses among it. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Names that mean this machine or the network around it, whatever a resolver makes of them. */
const LOCAL_NAME = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/;

/** Where a webhook may go: anywhere public, or only to this machine. It follows from the URL's scheme. */
export type Reach = 'public' | 'loopback';

/** A webhook's address that may be called. */
export interface WebhookTarget {
  readonly url: URL;
  readonly reach: Reach;
}

/**
 * Whether webhooks may be sent to this URL: https to a public host. With `allowLoopback` also plain http, to this
 * machine alone. Odd spellings (`0x7f.1`, `2130706433`, circled digits) are judged as what they mean.
 *
 * Says nothing about what a name resolves to: that is judged when it is dialled, see `webhook-sender.ts`.
 * Refused: `url: …`. Source: contract, sections 9 and 14.
 */
export function judgeUrl(text: string, { allowLoopback }: { allowLoopback: boolean }): Outcome<WebhookTarget> {
  if (text.length > LONGEST_URL) return invalid('url', `must have at most ${LONGEST_URL} characters`);
  if (/[\s\p{Cc}]/u.test(text)) return invalid('url', 'must not hold spaces or control characters');
  if (!URL.canParse(text)) return invalid('url', 'must be an https address');
  const url = new URL(text);
  if (url.href.length > LONGEST_URL) return invalid('url', `must have at most ${LONGEST_URL} characters`);
  if (url.username !== '' || url.password !== '' || /^[^/?#]*\/\/[^/?#]*@/.test(text))
    return invalid('url', 'must not hold a user name or password');

  const host = hostOf(url);
  if (url.protocol === 'http:' && allowLoopback && isLoopbackHost(host)) return ok({ url, reach: 'loopback' });
  if (url.protocol !== 'https:') return invalid('url', 'must be an https address');
  if (!isPublicHost(host)) return invalid('url', 'must be a public address');
  return ok({ url, reach: 'public' });
}

/** Whether this IP address may be dialled for that reach. Mapped forms count as the IPv4 address that they carry. */
export function isWithin(reach: Reach, address: string): boolean {
  if (isIP(address) === 0) return false;
  const plain = ipaddr.process(address);
  if (reach === 'loopback') return plain.range() === 'loopback';
  return plain.range() === 'unicast' && (plain.kind() === 'ipv4' || plain.match(GLOBAL_IPV6));
}

/** Whether this name always means this machine. */
export function isLocalhost(host: string): boolean {
  return /(^|\.)localhost$/.test(withoutRootDot(host));
}

/** The URL's host without an IPv6 literal's brackets. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function isLoopbackHost(host: string): boolean {
  return isLocalhost(host) || isWithin('loopback', host);
}

/** A name without a dot is looked up in the search domains of our own network: it is as private as `localhost`. */
function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isWithin('public', host);
  const name = withoutRootDot(host);
  return name.includes('.') && !LOCAL_NAME.test(name);
}

function withoutRootDot(host: string): string {
  return host.replace(/\.$/, '');
}

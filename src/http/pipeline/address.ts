import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { isWithin } from '../../security/public-address.ts';
import type { ApiDeps } from '../route.ts';

const IPV4 = z.ipv4();
const IPV6 = z.ipv6();
/** The groups of 16 bits that name an IPv6 network. One household or server gets a whole network. */
const NETWORK_GROUPS = 4;

/**
 * Returns the caller's IP address. Each of `hops` proxies in front appends its own caller to
 * `x-forwarded-for`, so the entry of the outermost proxy is the caller. Earlier entries come from the caller
 * and can be forged. A proxy that wrote no address counts as the caller.
 */
export function callerAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  hops: number,
): string {
  const direct = socket.remoteAddress ?? '';
  if (hops === 0) return direct;
  const written = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').slice(-hops).toReversed();
  let caller = direct;
  for (const entry of written) {
    const address = withoutPort(entry.trim());
    if (!isAddress(address)) return caller;
    caller = address;
  }
  return caller;
}

/**
 * Returns the subject under which limits count an address: a keyed digest of its network, because addresses
 * are personal data. Null for loopback addresses if the settings spare them. Source: contract, section 14.
 */
export function subjectOfAddress(address: string, deps: Pick<ApiDeps, 'config' | 'secrets'>): string | null {
  const { config, secrets } = deps;
  if (config.ADDRESS_LIMITS_SPARE_LOOPBACK && isLoopback(address)) return null;
  return secrets.keyedDigest(`caller address ${networkOf(address)}`).toString('hex');
}

/** True for an address of this machine. */
export function isLoopback(address: string): boolean {
  return isWithin('loopback', address);
}

/**
 * Returns the network that limits count: an IPv4 address, or the first 64 bits of an IPv6 one, because one
 * caller has 2^64 addresses there. An IPv4-mapped address counts as IPv4. A text that is no address is
 * returned unchanged.
 */
export function networkOf(address: string): string {
  const groups = groupsOf(address.replace(/%.*$/, ''));
  if (groups === null) return address;
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 6).every((group, index) => group === (index === 5 ? 0xffff : 0));
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address, null for any other text. */
function groupsOf(address: string): number[] | null {
  if (!IPV6.safeParse(address).success) return null;
  // A URL has one form of an address: hexadecimal groups, `::` for the longest run of zeros. Other forms of
  // one network would get limits of their own.
  const written = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [before = [], after] = written
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before.length - (after?.length ?? 0) }, () => '0');
  return [...before, ...zeros, ...(after ?? [])].map((group) => Number.parseInt(group, 16));
}

/** Removes the port: some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}

function isAddress(text: string): boolean {
  return IPV4.safeParse(text).success || IPV6.safeParse(text).success;
}

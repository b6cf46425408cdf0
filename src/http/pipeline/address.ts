import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { isWithin } from '../../security/public-address.ts';
import type { ApiDeps } from '../route.ts';

const IPV4 = z.ipv4();
const IPV6 = z.ipv6();
/** The bits that name an IPv6 network. One household or server gets a whole network. */
const NETWORK_BITS = 64;
/** The bits of the networks that providers give to one customer, the widest last. */
const BLOCK_BITS = { ipv4: [24], ipv6: [56, 48] } as const;

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
  return isSpared(address, deps) ? null : digestOfNetwork(networkOf(address), deps);
}

/**
 * Returns keyed digests of the blocks around an address, the widest last: IPv4 /24, or IPv6 /56 and /48. They
 * are never spared: codes are counted by them for each e-mail address. Source: contract, section 16.
 */
export function blocksOfAddress(address: string, deps: Pick<ApiDeps, 'secrets'>): string[] {
  return blocksOf(address).map((block) => digestOfNetwork(block, deps));
}

function digestOfNetwork(network: string, { secrets }: Pick<ApiDeps, 'secrets'>): string {
  return secrets.keyedDigest(`caller address ${network}`).toString('hex');
}

function isSpared(address: string, { config }: Pick<ApiDeps, 'config'>): boolean {
  return config.ADDRESS_LIMITS_SPARE_LOOPBACK && isLoopback(address);
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
  return mappedIpv4(groups)?.join('.') ?? ipv6Network(groups, NETWORK_BITS);
}

/**
 * Returns the blocks around an address as text, the widest last. A text that is no address is its own block.
 */
export function blocksOf(address: string): string[] {
  const plain = address.replace(/%.*$/, '');
  const groups = groupsOf(plain);
  const bytes = groups === null ? ipv4Bytes(plain) : mappedIpv4(groups);
  if (bytes !== null) return BLOCK_BITS.ipv4.map((bits) => `${bytes.slice(0, bits / 8).join('.')}.0/${bits}`);
  return groups === null ? [address] : BLOCK_BITS.ipv6.map((bits) => ipv6Network(groups, bits));
}

function ipv4Bytes(address: string): number[] | null {
  return IPV4.safeParse(address).success ? address.split('.').map(Number) : null;
}

/** Returns the four bytes of an IPv4-mapped address, null for any other IPv6 address. */
function mappedIpv4(groups: readonly number[]): number[] | null {
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 6).every((group, index) => group === (index === 5 ? 0xffff : 0));
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255] : null;
}

/** Returns the first `bits` of an address as a network of IPv6. */
function ipv6Network(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / 16)).map((group, index) => {
    const rest = Math.max(0, 16 * (index + 1) - bits);
    return ((group >> rest) << rest).toString(16);
  });
  return `${kept.join(':')}::/${bits}`;
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

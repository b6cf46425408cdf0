import ipaddr from 'ipaddr.js';

/** The prefix length of `::ffff:0:0/96`, the range of IPv4-mapped addresses. */
const MAPPED_BITS = 96;

/**
 * Returns the network's one spelling in CIDR notation: its first address, and `::ffff:192.0.2.0/120` as
 * `192.0.2.0/24`. The text must be a network in CIDR notation.
 */
export function canonicalNetwork(cidr: string): string {
  const [address, bits] = ipaddr.parseCIDR(cidr);
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS;
  if (isMapped)
    return canonicalNetwork(`${(address as ipaddr.IPv6).toIPv4Address().toString()}/${bits - MAPPED_BITS}`);
  const first =
    address.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${first.toString()}/${bits}`;
}

/**
 * True if the address is in one of the networks. An IPv4-mapped address counts as IPv4. A text that is no
 * address is in none.
 */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const plain = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(plain)) return false;
  const judged = ipaddr.process(plain);
  return networks.some((network) => {
    const cidr = ipaddr.parseCIDR(network);
    return cidr[0].kind() === judged.kind() && judged.match(cidr as [ipaddr.IPv4, number]);
  });
}

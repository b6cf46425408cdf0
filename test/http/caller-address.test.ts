import type { IncomingMessage } from 'node:http';
import { blocksOf, callerAddress, isLoopback, networkOf } from '../../src/http/pipeline/address.ts';

/** Where a call comes from that reaches us from 192.0.2.9 with this header, through so many proxies. */
const through = (hops: number, forwarded?: string) =>
  callerAddress(
    {
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: '192.0.2.9' } as IncomingMessage['socket'],
    },
    hops,
  );

test('without proxies in front, the forwarded address is ignored', () => {
  expect(through(0, '198.51.100.1')).toBe('192.0.2.9');
  expect(through(0)).toBe('192.0.2.9');
});

test('as many entries are trusted as there are proxies, from the last on; earlier ones, which the caller may write, are not', () => {
  expect(through(1, '198.51.100.1')).toBe('198.51.100.1');
  expect(through(1, '10.0.0.1, 203.0.113.7 , 198.51.100.1')).toBe('198.51.100.1');
  expect(through(2, '10.0.0.1, 203.0.113.7, 198.51.100.1')).toBe('203.0.113.7');
  expect(through(3, '198.51.100.1')).toBe('198.51.100.1');
  expect(through(1)).toBe('192.0.2.9');
});

test('an entry that is no address ends the trusted entries', () => {
  for (const forwarded of [
    '',
    'unknown',
    '10.0.0.1,',
    '_hidden',
    '999.1.1.1',
    '1.2.3',
    '0x7f.1',
    '<script>',
  ]) {
    expect(through(1, forwarded)).toBe('192.0.2.9');
  }
  expect(through(3, '203.0.113.7, nonsense, 198.51.100.1')).toBe('198.51.100.1');
});

test('ports and brackets, which some proxies write, are left out', () => {
  expect(through(1, '198.51.100.1:4711')).toBe('198.51.100.1');
  expect(through(1, '[2001:db8::1]:4711')).toBe('2001:db8::1');
  expect(through(1, '[2001:db8::1]')).toBe('2001:db8::1');
});

test.each([
  ['192.0.2.9', '192.0.2.9'],
  ['::ffff:192.0.2.9', '192.0.2.9'],
  ['::FFFF:c000:0209', '192.0.2.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.9', '64:ff9b:0:0::/64'],
  ['', ''],
])('the caller %s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));

test('this machine is known in every spelling', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1'])
    expect(isLoopback(address)).toBe(true);
  for (const address of ['192.0.2.9', '10.0.0.1', '::', '', 'localhost', '2001:db8::1'])
    expect(isLoopback(address)).toBe(false);
});

test.each([
  ['192.0.2.9', ['192.0.2.0/24']],
  ['::ffff:192.0.2.9', ['192.0.2.0/24']],
  ['2001:db8:1:ab12:3::4', ['2001:db8:1:ab00::/56', '2001:db8:1::/48']],
  ['2001:DB8:1:abff::', ['2001:db8:1:ab00::/56', '2001:db8:1::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/56', 'fe80:0:0::/48']],
  ['', ['']],
])('the blocks around %s, the widest last', (address, blocks) => expect(blocksOf(address)).toEqual(blocks));

import { judgeUrl } from '../../src/security/public-address.ts';

const PRODUCTION = { allowLoopback: false };
const DEVELOPMENT = { allowLoopback: true };

/** Hosts that mean our own machine or network, in every spelling that a URL parser or a kernel folds. */
const FORBIDDEN_HOSTS = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0x7f.0x0.0x0.0x1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127．0．0．1',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '0.0.0.0',
  '0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '012.0.0.1',
  '0xa.0.0.1',
  '167772161',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '0xc0a80001',
  '3232235521',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '169.254.1.1',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::127.0.0.1]',
  '[::10.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::]',
  '[2002:a00:1::1]',
  '[2002:c0a8:1::]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  '[2001::1]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[2001:2::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[4000::1]',
  '[8000::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌｏｃａｌｈｏｓｔ',
  'loc%61lhost',
  'api.localhost',
  'localhost.localdomain',
  'printer.local',
  'metadata.google.internal',
  'metadata.google.internal.',
  'router.lan',
  'nas.home.arpa',
  'wiki.intranet',
  'postgres',
  'temporal',
  'kubernetes',
  'intranet.',
];

describe('a webhook URL', () => {
  test.each(FORBIDDEN_HOSTS)('may not name the host %s', (host) => {
    expect(judgeUrl(`https://${host}/hook`, PRODUCTION)).toMatchObject({
      ok: false,
      refusal: { code: 'invalid' },
    });
    expect(judgeUrl(`https://${host}:8443/hook`, DEVELOPMENT)).toMatchObject({ ok: false });
    expect(judgeUrl(`http://${host}/hook`, PRODUCTION)).toMatchObject({ ok: false });
  });

  test.each([
    'https://shop.example/hook',
    'https://shop.example:8443/hook?a=b#c',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/x',
    'https://[::ffff:8.8.8.8]/',
    'https://192.169.0.1/',
    'https://172.32.0.1/',
    'https://100.63.255.255/',
    'https://127.0.0.1.nip.io/',
    'https://bücher.example/',
    'HTTPS://SHOP.EXAMPLE',
    'https://shop.example./',
    'https://localhost.example/',
    'https://mylocalhost.example/',
    'https://shop.example/@me',
  ])('may be %s', (url) => {
    expect(judgeUrl(url, PRODUCTION)).toMatchObject({ ok: true, value: { reach: 'public' } });
    expect(judgeUrl(url, DEVELOPMENT)).toMatchObject({ ok: true, value: { reach: 'public' } });
  });

  test.each([
    ['http://shop.example/hook', 'url: must be an https address'],
    ['ftp://shop.example/hook', 'url: must be an https address'],
    ['file:///etc/passwd', 'url: must be an https address'],
    ['javascript:alert(1)', 'url: must be an https address'],
    ['shop.example/hook', 'url: must be an https address'],
    ['//shop.example/hook', 'url: must be an https address'],
    ['', 'url: must be an https address'],
    ['https://', 'url: must be an https address'],
    ['https://shop.example:99999/', 'url: must be an https address'],
    ['https://999.1.1.1/', 'url: must be an https address'],
    ['https://[::1/', 'url: must be an https address'],
    ['https://[fe80::1%25eth0]/', 'url: must be an https address'],
    ['https://user:secret@shop.example/', 'url: must not hold a user name or password'],
    ['https://user@shop.example/', 'url: must not hold a user name or password'],
    ['https://@shop.example/', 'url: must not hold a user name or password'],
    ['https://:@shop.example/', 'url: must not hold a user name or password'],
    ['https://shop.example\\@127.0.0.1/', 'url: must not hold a user name or password'],
    [' https://shop.example/', 'url: must not hold spaces or control characters'],
    ['https://shop.ex\tample/', 'url: must not hold spaces or control characters'],
    ['https://shop.example/a\r\nx: y', 'url: must not hold spaces or control characters'],
    [`https://shop.example/${'a'.repeat(2048)}`, 'url: must have at most 2048 characters'],
    [`https://shop.example/${'é'.repeat(1000)}`, 'url: must have at most 2048 characters'],
  ])('is refused with a reason: %p', (url, reason) => {
    expect(judgeUrl(url, PRODUCTION)).toMatchObject({ ok: false, refusal: { code: 'invalid', reason } });
  });

  test.each([
    'http://127.0.0.1:9999/hook',
    'http://localhost:9999/hook',
    'http://LOCALHOST./',
    'http://shop.localhost/',
    'http://[::1]:80/',
    'http://127.9.9.9/',
    'http://0x7f.1/',
    'http://[::ffff:127.0.0.1]/',
  ])('may be plain http to this machine in development: %s', (url) => {
    expect(judgeUrl(url, DEVELOPMENT)).toMatchObject({ ok: true, value: { reach: 'loopback' } });
    expect(judgeUrl(url, PRODUCTION)).toMatchObject({ ok: false });
  });

  test.each([
    'http://10.0.0.1/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://169.254.169.254/latest/meta-data',
    'http://192.168.1.1/',
    'http://8.8.8.8/',
    'http://shop.example/',
    'http://localhost.example/',
    'http://[64:ff9b::7f00:1]/',
    'http://user@127.0.0.1/',
    'https://127.0.0.1/',
    'https://localhost/',
  ])('may not be anything else without encryption, in development either: %s', (url) => {
    expect(judgeUrl(url, DEVELOPMENT)).toMatchObject({ ok: false });
  });
});

import { connect } from 'node:net';
import { once } from 'node:events';
import { apiTest } from '../../support/api-test.ts';
import { api, merchant } from '../../support/people.ts';
import type { Merchant } from '../../support/people.ts';

const service = apiTest({ own: 'webhook_targets', settings: { PUBLIC_URL: 'https://api.example.com' } });
let shop: Merchant;
beforeAll(async () => {
  shop = await merchant();
});

const put = (url: string) =>
  api('PUT', `/orgs/${shop.orgId}/webhook`, { session: shop.session, body: { url } });

test.each([22, 25, 80, 444, 3306, 6379, 8080, 8444])(
  'a webhook does not knock at port %i of other hosts',
  async (port) => {
    const { status, body } = await put(`https://shop.example.com:${port}/hooks`);
    expect([status, body]).toEqual([400, { error: 'url: must use port 443 or 8443' }]);
  },
);

test.each([
  '168.63.129.16',
  '[::ffff:168.63.129.16]',
  '0xa83f8110',
  '169.254.169.254',
  '100.100.100.200',
  '192.0.0.192',
])("a webhook does not reach the cloud's own services at %s", async (host) => {
  const { status, body } = await put(`https://${host}/metadata`);
  expect([status, body]).toEqual([400, { error: 'url: must be a public address' }]);
});

test('443 and 8443 are open to receivers', async () => {
  for (const place of ['shop.example.com', 'shop.example.com:443', 'shop.example.com:8443'])
    expect((await put(`https://${place}/hooks`)).status).toBe(200);
});

test('no browser comes back by plain http: every answer says so, refusals and broken requests too', async () => {
  const year = 'max-age=31536000';
  for (const path of ['/health', '/me', '/unknown'])
    expect((await api('GET', path)).headers.get('strict-transport-security')).toBe(year);
  const socket = connect(Number(new URL(service.applications.apiUrl).port), '127.0.0.1');
  socket.end('BROKEN\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain(`strict-transport-security: ${year}`);
});

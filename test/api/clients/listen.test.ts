import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '../../../sdk/index.ts';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import type { WebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { apiTest } from '../../support/api-test.ts';
import { commandLine } from '../../support/command-line.ts';
import type { CommandLine, Running } from '../../support/command-line.ts';
import { authorized, call, merchant, shopper, until } from '../../support/people.ts';

const inbox = process.env['TEST_INBOX_URL'];
const apiUrl = process.env['TEST_API_URL'] ?? '';
const { books } = apiTest();
let cli: CommandLine;
let receiver: WebhookReceiver;
let email: string;

beforeEach(async () => {
  cli = await commandLine();
  receiver = await startWebhookReceiver();
  email = `${randomUUID()}@example.com`;
});

afterEach(async () => {
  await receiver.stop();
  await cli.remove();
});

/** Signed in, with an organization and a sandbox key. Answers the organization's id. */
async function ready(person = cli): Promise<string> {
  await person.result(`login --email ${email} --inbox ${inbox}`);
  const { org_id: orgId } = await person.result('orgs create --name Corner~Coffee --country US');
  await person.result('keys create --name till');
  return orgId as string;
}

async function awaitNote(listening: Running, words: string): Promise<void> {
  await until(
    async () => listening.notes(),
    (notes) => notes.includes(words),
    20_000,
  );
}

async function started(words: string, person = cli): Promise<Running> {
  const listening = person.start(words);
  await awaitNote(listening, 'listening to');
  return listening;
}

async function printed(listening: Running, count: number): Promise<string[]> {
  await until(
    async () => listening.lines,
    (lines) => lines.length === count,
    20_000,
  );
  return listening.lines.map(({ id }) => id);
}

const eventsOf = (from: WebhookReceiver) => from.received.map(({ headers }) => headers['x-service-event']);
const idsOf = (from: WebhookReceiver) => from.received.map(({ headers }) => headers['x-service-delivery']);

test('without a webhook every event is forwarded once over restarts, and no webhook is set', async () => {
  const orgId = await ready();
  const words = `listen --forward-to ${receiver.url}`;
  let listening = await started(words);
  const { secret } = await cli.result('listen --print-secret');
  await awaitNote(listening, secret);
  const captured = await cli.result(`trigger charge.captured --inbox ${inbox}`);
  await printed(listening, 2);
  expect(eventsOf(receiver)).toEqual(['checkout.authorized', 'charge.captured']);
  for (const { rawBody, headers } of receiver.received)
    expect(verifyWebhook(rawBody, headers, secret)).toMatchObject({
      env: 'sandbox',
      body: { auth_id: captured.auth_id },
    });
  expect(await listening.end()).toBe(0);
  expect(listening.lines.map(({ status_code }) => status_code)).toEqual([200, 200]);

  await cli.result(`trigger charge.returned --inbox ${inbox}`);
  listening = await started(words);
  await printed(listening, 3);
  expect(listening.notes()).toContain('from where it ended last time');
  expect(listening.notes()).toContain('events missed: 3; they follow');
  await listening.end('SIGKILL');
  await cli.result(`trigger charge.voided --inbox ${inbox}`);
  const caughtUp = await cli.run(`${words} --once`);
  expect(caughtUp.code).toBe(0);
  expect(caughtUp.stdout.trim().split('\n')).toHaveLength(2);
  expect(eventsOf(receiver).slice(2)).toEqual([
    'checkout.authorized',
    'charge.captured',
    'charge.returned',
    'checkout.authorized',
    'charge.voided',
  ]);
  expect(new Set(idsOf(receiver)).size).toBe(7);
  expect(await cli.result('webhook show')).toEqual({ url: null, has_secret: false });
  expect(await cli.result(`call listDeliveries id=${orgId}`)).toMatchObject({ deliveries: [] });
});

test('beside a webhook two listeners get what the webhook gets, under the same ids, and no delivery or mail is theirs', async () => {
  const orgId = await ready();
  const endpoint = await startWebhookReceiver();
  try {
    const set = await cli.result(`webhook set ${endpoint.url}`);
    const [forwarding, watching] = await Promise.all([
      started(`listen --forward-to ${receiver.url}`),
      started('listen'),
    ]);
    await cli.result(`trigger charge.captured --inbox ${inbox}`);
    const ids = await printed(forwarding, 2);
    expect(await printed(watching, 2)).toEqual(ids);
    expect(idsOf(receiver)).toEqual(ids);
    await until(
      async () => new Set(idsOf(endpoint)),
      (delivered) => delivered.size === 2,
      20_000,
    );
    expect(idsOf(endpoint).toSorted()).toEqual(ids.toSorted());
    expect(watching.lines.map(({ status_code }) => status_code)).toEqual([null, null]);
    // The endpoint is away: its delivery waits, and the listeners have the event all the same.
    await endpoint.stop();
    await cli.result(`trigger checkout.authorized --inbox ${inbox}`);
    await Promise.all([printed(forwarding, 3), printed(watching, 3)]);
    await Promise.all([forwarding.end(), watching.end()]);
    const { deliveries } = await cli.result(`call listDeliveries id=${orgId}`);
    expect(deliveries.map(({ status }: { status: string }) => status)).toEqual([
      'PENDING',
      'DELIVERED',
      'DELIVERED',
    ]);
    expect(await cli.result('webhook show')).toMatchObject({ url: set.url });
    const mails = await fetch(`${inbox}/messages?to=${encodeURIComponent(email)}`);
    const { messages } = (await mails.json()) as { messages: { subject: string }[] };
    expect(messages.filter(({ subject }) => subject.startsWith('Webhooks of'))).toEqual([]);
    await cli.result(`call deleteWebhook id=${orgId}`);
  } finally {
    await endpoint.stop();
  }
});

/** A network between the command line and the API that can be cut. */
async function startNetwork(port = 0): Promise<Server> {
  const server = createServer((request, response) => {
    const pass = async () => {
      const { host: _, connection: __, ...headers } = request.headers;
      const body = await buffer(request);
      const answer = await fetch(`${apiUrl}${request.url}`, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(body.length > 0 && { body }),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(await answer.text());
    };
    pass().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

test('when the network was away the listener goes on, and says what it missed', async () => {
  let network = await startNetwork();
  const { port } = network.address() as AddressInfo;
  const far = await commandLine(`http://127.0.0.1:${port}`);
  const cut = () => {
    network.close();
    network.closeAllConnections();
  };
  try {
    const orgId = await ready(far);
    const { key } = await far.result('keys create --name near');
    const listening = await started('listen', far);
    cut();
    await awaitNote(listening, `no answer from http://127.0.0.1:${port}`);
    await cli.run('trigger checkout.authorized --inbox ' + inbox, undefined, { PAYMENTS_API_KEY: key });
    network = await startNetwork(port);
    await awaitNote(listening, 'events missed: 1; they follow');
    expect(listening.notes()).toContain('the API answers again');
    await printed(listening, 1);
    expect(listening.notes()).toContain(orgId);
    expect(await listening.end()).toBe(0);
  } finally {
    cut();
    await far.remove();
  }
});

test('more events than two pages are forwarded in their order, those of the events that were asked for', async () => {
  const shop = await merchant();
  const buyer = await shopper();
  const charges: string[] = [];
  const voidOne = async () => {
    const { authId } = await authorized(shop, buyer);
    await call('POST', `/charges/${authId}/void`, { key: shop.key });
    charges.push(authId);
  };
  await voidOne();
  await books.query(
    `insert into events (id, org_id, env, event, body, test, created_at)
     select gen_random_uuid(), $1, 'sandbox', 'checkout.authorized', '{}', true, now() from generate_series(1, 450)`,
    [shop.orgId],
  );
  await voidOne();
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  await cli.result(`login --email ${email} --inbox ${inbox}`);
  const words = `listen --forward-to ${receiver.url} --org ${shop.orgId} --secret ${secret} --events charge.voided --from-start --once`;
  const foreign = (await cli.run(words)).stderr.trim().split('\n').at(-1) ?? '';
  expect(JSON.parse(foreign)).toMatchObject({ error: { reason: 'org not found' } });
  // A key is enough, whoever is signed in; the organization is the key's.
  const env = { PAYMENTS_API_KEY: shop.key, PAYMENTS_WEBHOOK_SECRET: secret };
  const keyed = `listen --forward-to ${receiver.url} --events charge.voided --from-start --once`;
  expect(await cli.run(keyed, undefined, env)).toMatchObject({ code: 0 });
  expect(
    receiver.received.map(({ rawBody, headers }) => verifyWebhook(rawBody, headers, secret).body['auth_id']),
  ).toEqual(charges);
});

test('a receiver that is away is waited for', async () => {
  await ready();
  const url = receiver.url;
  const port = Number(new URL(url).port);
  const listening = await started(`listen --forward-to ${url}`);
  await receiver.stop();
  await cli.result('trigger checkout.authorized');
  await awaitNote(listening, 'does not answer (ECONNREFUSED): trying again');
  receiver = await startWebhookReceiver({ port });
  await printed(listening, 1);
  expect(eventsOf(receiver)).toEqual(['checkout.authorized']);
  expect(await listening.end()).toBe(0);
});

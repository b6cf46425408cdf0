import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  createPayments,
  PaymentsError,
  PaymentsUnreachable,
  verifyWebhook,
  WebhookVerificationError,
} from '../../../sdk/index.ts';
import { OPERATIONS } from '../../../sdk/operations.ts';
import { signOwn, signStandard } from '../../../sdk/webhooks.ts';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { apiTest } from '../../support/api-test.ts';
import { GOLDEN_CART, merchant, person, shopper } from '../../support/people.ts';

const baseUrl = process.env['TEST_API_URL'] ?? '';

describe('against the API', () => {
  apiTest();

  test('a payment goes from sign-up to captured and returned', async () => {
    const owner = createPayments({ baseUrl, session: (await person()).session });
    const org = await owner.organizations.createOrg({ name: 'Corner shop', country_code: 'US' });
    const { key } = await owner.apiKeys.createApiKey({ org_id: org.org_id, env: 'sandbox', name: 'till' });
    const shop = createPayments({ baseUrl, apiKey: key ?? '' });
    const buyer = createPayments({ baseUrl, session: (await shopper({ funds: 0 })).session });
    await buyer.sandbox.topUpSandboxWallet({ amount_minor: 10_000, currency: 'USD' });

    const { id } = await shop.checkouts.createCheckout(GOLDEN_CART as never);
    const { auth_id } = await buyer.checkouts.authorizeCheckout({ id });
    const captured = await shop.charges.captureCharge({ auth_id });
    expect(captured).toMatchObject({ mdr_fee: 130, deferred_buyer_amount: 465 });
    expect(await shop.charges.captureCharge({ auth_id })).toEqual(captured);
    expect(await shop.charges.returnCharge({ auth_id })).toMatchObject({
      refund: 7609,
      award_adjusted: true,
    });
    expect(await shop.sales.getSale({ id })).toMatchObject({ id, status: 'CAPTURED', auth: { id: auth_id } });
  });

  test('a list is gone through to its end, page after page', async () => {
    const { session, orgId } = await merchant();
    const owner = createPayments({ baseUrl, session });
    const titles = ['one', 'two', 'three', 'four', 'five'];
    for (const title of titles) await owner.terminals.createTerminal({ title, org_id: orgId });
    const seen: string[] = [];
    for await (const terminal of owner.terminals.listTerminals.each({ org_id: orgId, limit: 2 }))
      seen.push(terminal.title);
    expect(seen).toEqual(titles.toReversed());
    const [first] = (await owner.terminals.listTerminals({ org_id: orgId, limit: 1 })).terminals;
    expect(first?.title).toBe('five');
  });

  test('every list of the API can be asked for in this way', async () => {
    const { session, orgId } = await merchant();
    const client = createPayments({ baseUrl, session, operatorToken: 'operator-token-of-the-tests' });
    const lists = Object.entries(OPERATIONS).filter(([, { list }]) => list !== null);
    for (const [id, { group, path }] of lists) {
      if (/\{(?!id\})/.test(path) || !path.match(/^\/(orgs\/\{id\}|[^{]*$)/)) continue;
      const groups = client as unknown as Record<
        string,
        Record<string, { each(params: object): AsyncGenerator<object> }>
      >;
      const each = groups[group]?.[id]?.each({ ...(path.includes('{id}') && { id: orgId }), limit: 200 });
      expect(await each?.next()).toHaveProperty('done');
    }
  });

  test('a refusal is an error with status, reason and the id that finds it in the logs', async () => {
    const { key } = await merchant();
    const shop = createPayments({ baseUrl, apiKey: key });
    const refused: unknown = await shop.checkouts
      .createCheckout({ items: [], total: 0 }, { requestId: 'sdk-test-0001' })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PaymentsError);
    expect(refused).toMatchObject({
      status: 400,
      reason: 'empty items',
      detail: null,
      hint: 'Send at least one line in items.',
      requestId: 'sdk-test-0001',
      operation: 'createCheckout',
    });
    expect(String(refused)).toBe(
      'PaymentsError: createCheckout: 400 empty items – Send at least one line in items. (request sdk-test-0001)',
    );
  });

  test('a call without the credential that it needs is not sent', async () => {
    const nobody = createPayments({ baseUrl });
    await expect(nobody.organizations.listOrgs()).rejects.toThrow(
      'listOrgs needs a session (session): give it to the client',
    );
    await expect(nobody.organizations.getOrg({ id: '' })).rejects.toThrow('getOrg needs id');
    const owner = createPayments({ baseUrl, session: 'sess_none' });
    await expect(owner.organizations.getOrg({ id: 'a', name: 'b' } as never)).rejects.toThrow(
      'getOrg takes no name',
    );
    await expect(owner.organizations.listOrgs()).rejects.toMatchObject({
      status: 401,
      reason: 'invalid or expired session',
    });
  });

  test('webhooks of the service pass verification, and others fail', async () => {
    const receiver = await startWebhookReceiver();
    try {
      const shop = await merchant();
      const owner = createPayments({ baseUrl, session: shop.session });
      const { secret } = await owner.webhooks.putWebhook({ id: shop.orgId, url: receiver.url });
      const till = createPayments({ baseUrl, apiKey: shop.key });
      const buyer = createPayments({ baseUrl, session: (await shopper({ funds: 10_000 })).session });
      const { id } = await till.checkouts.createCheckout(GOLDEN_CART as never);
      const { auth_id } = await buyer.checkouts.authorizeCheckout({ id });
      const { headers, rawBody } = await receiver.next(() => true);
      const verified = verifyWebhook(rawBody, headers, secret);
      expect(verified).toMatchObject({
        event: 'checkout.authorized',
        env: 'sandbox',
        body: { checkout_id: id, auth_id, total_minor: 7609 },
      });
      expect(verified.id).toBe(headers['x-service-delivery']);
      expect(() => verifyWebhook(`${rawBody.toString()} `, headers, secret)).toThrow(
        WebhookVerificationError,
      );
    } finally {
      await receiver.stop();
    }
  });
});

describe('verification', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = Buffer.from('{"auth_id":"a","note":"caf\u00e9"}');
  const now = 1_800_000_000_000;
  const timestamp = String(now / 1000);
  const headers = {
    'X-Service-Signature': signOwn(body, secret),
    'webhook-id': 'd-1',
    'webhook-timestamp': timestamp,
    'webhook-signature': signStandard({ id: 'd-1', timestamp, body, secret }),
  };
  const verify = (more: object, options: object = {}) =>
    verifyWebhook(body, { ...headers, ...more }, secret, { now, ...options });

  test('takes headers as servers have them, a body as text or bytes, and any of the secrets', () => {
    expect(verify({})).toMatchObject({ id: 'd-1', body: { auth_id: 'a' } });
    expect(verifyWebhook(body.toString(), new Headers(headers), ['whsec_b2xk', secret], { now }).id).toBe(
      'd-1',
    );
    const changed = {
      'webhook-signature': `v1,AAAA ${headers['webhook-signature']}`,
      'X-Service-Signature': signOwn(body, 'whsec_b2xk'),
    };
    expect(verify(changed).id).toBe('d-1');
  });

  test.each([
    ['a signature cut short', { 'webhook-signature': 'v1,' }, 'webhook-signature does not fit'],
    ['another standard signature', { 'webhook-signature': 'v1,AAAA' }, 'webhook-signature does not fit'],
    ['another id', { 'webhook-id': 'd-2' }, 'webhook-signature does not fit'],
    [
      'no timestamp',
      { 'webhook-timestamp': undefined },
      'missing webhook-timestamp: does a proxy drop headers?',
    ],
    [
      'no headers at all',
      Object.fromEntries(Object.keys(headers).map((name) => [name, undefined])),
      'missing webhook-id, webhook-timestamp, webhook-signature',
    ],
  ])('refuses %s', (_, more, message) => {
    expect(() => verify(more)).toThrow(message);
  });

  test('refuses a signature from more than five minutes ago or ahead', () => {
    expect(verify({}, { now: now + 300_000 }).id).toBe('d-1');
    expect(() => verify({}, { now: now + 301_000 })).toThrow('webhook-timestamp is more than 300 s from now');
    expect(() => verify({}, { now: now - 301_000 })).toThrow('webhook-timestamp is more than 300 s from now');
    expect(verify({}, { now: now + 3_000_000, toleranceSeconds: 3600 }).id).toBe('d-1');
  });

  test("takes the service's own signature alone only where that was asked for", () => {
    const alone = { 'webhook-id': undefined, 'webhook-timestamp': undefined, 'webhook-signature': undefined };
    expect(() => verify(alone)).toThrow('missing');
    expect(verify({ ...alone, 'x-service-delivery': 'd-1' }, { requireTimestamp: false }).id).toBe('d-1');
    expect(() => verify({ ...alone, 'X-Service-Signature': undefined }, { requireTimestamp: false })).toThrow(
      'missing',
    );
    const another = { ...alone, 'X-Service-Signature': `sha256=${'0'.repeat(64)}` };
    expect(() => verify(another, { requireTimestamp: false })).toThrow('x-service-signature does not fit');
  });
});

describe('repeats', () => {
  interface ReceivedCall {
    readonly method: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
  }
  let server: Server;
  let seen: ReceivedCall[];
  let answers: ((response: ServerResponse) => void)[];

  beforeAll(async () => {
    server = createServer((request, response) => void take(request, response));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  beforeEach(() => {
    [seen, answers] = [[], []];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString();
    seen.push({ method: request.method ?? '', headers: request.headers, body });
    (answers.shift() ?? say(200))(response);
  }
  const say =
    (status: number, headers: Record<string, string> = {}, error = 'no') =>
    (response: ServerResponse) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(status === 200 ? { ok: true } : { error }));
  const hangUp = (response: ServerResponse) => void response.destroy();
  const client = (more: object = {}) =>
    createPayments({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: 'k',
      session: 's',
      ...more,
    });

  test('a POST is repeated after a broken connection, under the key that it had', async () => {
    answers = [
      hangUp,
      say(503, { 'retry-after': '0' }),
      say(409, { 'retry-after': '0' }, 'request in progress'),
    ];
    await client().checkouts.createCheckout({ items: [], total: 0 });
    expect(seen).toHaveLength(4);
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(seen[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1);
  });

  test('another call has another key, or the one that it was given', async () => {
    await client().charges.captureCharge({ auth_id: 'a' });
    await client().charges.captureCharge({ auth_id: 'a' });
    await client().charges.captureCharge({ auth_id: 'a' }, { idempotencyKey: 'mine' });
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mine');
  });

  test('a PATCH is repeated if it had no effect, not if its effect is unknown', async () => {
    answers = [say(429, { 'retry-after': '0' }), hangUp];
    await expect(client().users.updateMe({ first_name: 'A' })).rejects.toBeInstanceOf(PaymentsUnreachable);
    expect(seen.map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
  });

  test('a sign-in is not repeated after a broken connection: its code may be used up', async () => {
    answers = [hangUp];
    await expect(
      client().signIn.verifyCode({ email: 'a@example.com', code: '123456' }),
    ).rejects.toBeInstanceOf(PaymentsUnreachable);
    expect(seen).toHaveLength(1);
  });

  test('refusals and faults are handed on at once', async () => {
    answers = [say(400), say(500), say(409, {}, 'other')];
    for (const status of [400, 500, 409])
      await expect(client().wallet.getWallet()).rejects.toMatchObject({ status });
    expect(seen).toHaveLength(3);
  });

  test.each([
    ['a web page', '<html>Sign in to this network</html>'],
    ['nothing', ''],
    ['a list', '[]'],
    ['a word', '"ok"'],
    ['null', 'null'],
  ])('a 200 with %s is no answer of the API: it is asked again, and then an error', async (_, body) => {
    const page = (response: ServerResponse) =>
      void response.writeHead(200, { 'x-request-id': 'r' }).end(body);
    answers = [page, page];
    const gone = await client({ retries: 1 })
      .charges.captureCharge({ auth_id: 'a' })
      .catch((error: unknown) => error);
    expect(gone).toBeInstanceOf(PaymentsUnreachable);
    expect(String(gone)).toMatch(
      /^PaymentsUnreachable: captureCharge: no answer from .* after 2 attempt\(s\): status 200, and a body that/,
    );
    // Whatever was done under its key is answered once the API itself answers.
    expect(await client().charges.captureCharge({ auth_id: 'a' })).toEqual({ ok: true });
    expect(new Set(seen.slice(0, 2).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('a refusal in the words of a proxy keeps its status', async () => {
    answers = [(response) => void response.writeHead(403).end('<html>no</html>')];
    await expect(client().wallet.getWallet()).rejects.toMatchObject({
      status: 403,
      reason: 'an answer that is not of this API',
    });
  });

  test('it gives up after the repeats that it was allowed, or when it would wait too long', async () => {
    answers = [
      say(503, { 'retry-after': '0' }),
      say(503, { 'retry-after': '0' }),
      say(429, { 'retry-after': '3600' }),
    ];
    await expect(client({ retries: 1 }).wallet.getWallet()).rejects.toMatchObject({ status: 503 });
    await expect(client().wallet.getWallet()).rejects.toMatchObject({ status: 429 });
    expect(seen).toHaveLength(3);
  });

  test('it waits for the seconds in retry-after', async () => {
    answers = [say(429, { 'retry-after': '1' })];
    const began = Date.now();
    await client().wallet.getWallet();
    expect(Date.now() - began).toBeGreaterThanOrEqual(1000);
  });

  test('an endpoint that never answers ends in an error that says so', async () => {
    answers = [() => undefined, () => undefined];
    const gone = await client({ timeoutMs: 50, retries: 1 })
      .wallet.getWallet()
      .catch((error: unknown) => error);
    expect(gone).toMatchObject({
      name: 'PaymentsUnreachable',
      attempts: 2,
      message: expect.stringContaining('timed out') as string,
    });
  });

  test('an aborted call rejects at once', async () => {
    answers = [() => undefined];
    const controller = new AbortController();
    const asked = client().wallet.getWallet({}, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
  });
});

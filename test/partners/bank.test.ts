import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { startPartnerSimulators } from '../../simulators/partners.ts';
import type { PartnerSimulators } from '../../simulators/partners.ts';
import { startWebhookReceiver } from '../../simulators/webhook-receiver.ts';
import type { WebhookReceiver } from '../../simulators/webhook-receiver.ts';
import { BANK_SCRIPTS } from '../../simulators/bank-script.ts';
import { createBank } from '../../src/partners/bank.ts';
import type { Bank, BankOrder } from '../../src/partners/bank.ts';
import { until } from '../support/people.ts';

const TOKEN = 'token-of-the-bank-test';
const TIMEOUT_MS = 800;
let simulators: PartnerSimulators;
let service: WebhookReceiver;
let bank: Bank;
const servers: Server[] = [];

beforeAll(async () => {
  service = await startWebhookReceiver();
  const secrets = { verificationSecret: 'verification', bankSecret: 'bank' };
  simulators = await startPartnerSimulators({
    token: TOKEN,
    ...secrets,
    serviceUrl: service.url,
    stateDirectory: null,
  });
  bank = createBank({ url: `${simulators.url}/bank`, token: TOKEN, timeoutMs: TIMEOUT_MS });
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await simulators.stop();
  await service.stop();
});

const order = (more: Partial<BankOrder> = {}): BankOrder => ({
  reference: randomUUID(),
  amount: 5000,
  currency: 'GBP',
  name: 'Corner shop',
  account: { kind: 'iban', iban: 'GB33BUKB20201555555555' },
  callbackUrl: service.url,
  ...more,
});

/** An order that the simulated bank treats by this script. */
const scripted = (script: keyof typeof BANK_SCRIPTS) =>
  order({ amount: Number(`1${BANK_SCRIPTS[script].amountEndsIn}`) });

const ledgerOf = async (reference: string) =>
  (await (await fetch(`${simulators.url}/bank/ledger?reference=${reference}`)).json()) as {
    transfers: Record<string, unknown>[];
    submits: { count: number; asked: number }[];
  };

describe('a transfer', () => {
  test('arrives as it was ordered, and is known by its reference', async () => {
    const sent = order();
    const transfer = {
      reference: sent.reference,
      id: expect.stringMatching(/^tr_/),
      status: 'pending',
      amount: 5000,
      currency: 'GBP',
      reason: null,
    };
    expect(await bank.submit(sent)).toEqual({ kind: 'known', transfer });
    expect(await bank.find(sent.reference)).toEqual({ kind: 'known', transfer });
    expect((await ledgerOf(sent.reference)).transfers).toMatchObject([
      {
        rail: 'iban',
        account: { iban: 'GB33BUKB20201555555555' },
        name: 'Corner shop',
        callback_url: service.url,
      },
    ]);
  });

  test('to an American account arrives with both numbers', async () => {
    const sent = order({
      currency: 'USD',
      account: { kind: 'ach', routingNumber: '021000021', accountNumber: '123456789' },
    });
    expect(await bank.submit(sent)).toMatchObject({ kind: 'known' });
    expect((await ledgerOf(sent.reference)).transfers).toMatchObject([
      { rail: 'ach', account: { routing_number: '021000021', account_number: '123456789' } },
    ]);
  });

  test('that failed or came back says why', async () => {
    for (const [script, status, reason] of [
      ['fails', 'failed', 'account closed'],
      ['returns', 'returned', 'returned by the receiving bank'],
    ] as const) {
      const sent = scripted(script);
      await bank.submit(sent);
      const found = await until(
        () => bank.find(sent.reference),
        (one) => one.kind === 'known' && one.transfer.status === status,
      );
      expect(found).toMatchObject({ transfer: { reason } });
    }
  });

  test('that the bank does not know is unknown', async () => {
    expect(await bank.find(randomUUID())).toEqual({ kind: 'unknown' });
    expect(await bank.find('../deposits?x=1')).toEqual({ kind: 'unknown' });
  });

  test('that the bank refuses is refused in its words', async () => {
    const sent = scripted('refused_without_trace');
    expect(await bank.submit(sent)).toEqual({ kind: 'refused', reason: 'account unknown' });
    expect(await bank.submit(sent)).toEqual({ kind: 'refused', reason: 'account unknown' });
    expect((await ledgerOf(sent.reference)).transfers).toEqual([]);
  });

  test('that the bank refuses and keeps has failed for every later question', async () => {
    const sent = scripted('rejected');
    expect(await bank.submit(sent)).toEqual({ kind: 'refused', reason: 'account unknown' });
    const kept = { kind: 'known', transfer: { status: 'failed', reason: 'account unknown' } };
    expect(await bank.submit(sent)).toMatchObject(kept);
    expect(await bank.find(sent.reference)).toMatchObject(kept);
  });

  test('sent again with other content is left in doubt: the first one exists', async () => {
    const sent = order();
    await bank.submit(sent);
    expect(await bank.submit({ ...sent, amount: 5001 })).toEqual({ kind: 'unsure' });
    expect(await bank.find(sent.reference)).toMatchObject({ transfer: { amount: 5000 } });
  });
});

test.each([
  'accepted_then_no_answer',
  'accepted_then_error',
  'accepted_then_hang_up',
  'accepted_then_garbage',
  'accepted_then_nonsense',
  'slow_answer',
] as const)(
  '%s leaves us unsure; asking finds the transfer, and sending it again makes no second one',
  async (script) => {
    const sent = scripted(script);
    expect(await bank.submit(sent)).toEqual({ kind: 'unsure' });
    expect(await bank.find(sent.reference)).toMatchObject({
      kind: 'known',
      transfer: { amount: sent.amount },
    });
    expect(await bank.submit(sent)).toMatchObject({ kind: 'known' });
    const { transfers, submits } = await ledgerOf(sent.reference);
    expect([transfers.length, submits]).toEqual([
      1,
      [{ reference: sent.reference, count: 2, script, asked: 1 }],
    ]);
  },
);

test.each(['no_answer', 'error', 'hang_up'] as const)(
  '%s leaves us unsure; asking finds nothing, and sending it again does',
  async (script) => {
    const sent = scripted(script);
    expect(await bank.submit(sent)).toEqual({ kind: 'unsure' });
    expect(await bank.find(sent.reference)).toEqual({ kind: 'unknown' });
    expect(await bank.submit(sent)).toMatchObject({ kind: 'known', transfer: { reference: sent.reference } });
    expect((await ledgerOf(sent.reference)).transfers).toHaveLength(1);
  },
);

test('a transfer that the bank does not know yet may turn up later', async () => {
  const sent = scripted('accepted_late');
  expect(await bank.submit(sent)).toEqual({ kind: 'unsure' });
  expect(await bank.find(sent.reference)).toEqual({ kind: 'unknown' });
  expect(
    await until(
      () => bank.find(sent.reference),
      ({ kind }) => kind === 'known',
    ),
  ).toMatchObject({ transfer: { amount: sent.amount } });
});

test('a bank that answers no questions is unavailable until it does', async () => {
  const sent = scripted('silent');
  expect(await bank.submit(sent)).toEqual({ kind: 'unsure' });
  for (let question = 0; question < 3; question++)
    expect(await bank.find(sent.reference)).toEqual({ kind: 'unavailable' });
  expect(await bank.find(sent.reference)).toMatchObject({ kind: 'known' });
});

describe('where nothing can have arrived', () => {
  test.each(['http://127.0.0.1:1', 'http://bank.invalid'])(
    'at %s, the transfer was not sent, and nothing can be asked',
    async (url) => {
      const away = createBank({ url, token: TOKEN, timeoutMs: 5000 });
      expect(await away.submit(order())).toEqual({ kind: 'not sent' });
      expect(await away.find('x')).toEqual({ kind: 'unavailable' });
      expect(await away.listTransfers()).toEqual({ kind: 'unavailable' });
    },
  );

  test('a token that the bank does not take leaves us unsure: that is no verdict on the transfer', async () => {
    const stranger = createBank({ url: `${simulators.url}/bank`, token: 'another', timeoutMs: TIMEOUT_MS });
    expect(await stranger.submit(order())).toEqual({ kind: 'unsure' });
    expect(await stranger.find(randomUUID())).toEqual({ kind: 'unavailable' });
    expect(await stranger.listDeposits()).toEqual({ kind: 'unavailable' });
  });
});

/** A bank that answers everything so. */
async function answering(status: number, body: string, headers: Record<string, string> = {}): Promise<Bank> {
  const server = createServer((_request, response) => void response.writeHead(status, headers).end(body));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createBank({ url, token: TOKEN, timeoutMs: TIMEOUT_MS });
}

describe('an answer that is not as agreed', () => {
  const good = {
    id: 'tr_1',
    reference: 'ref-1',
    status: 'settled',
    amount_minor: 5000,
    currency: 'GBP',
    reason: null,
  };

  test.each([
    ...['', 'null', '[]', '"settled"', '5', '{}', '{"id":', '<html></html>', '\u0000'],
    ...[
      { reference: 'ref-2' },
      { reference: undefined },
      { id: undefined },
      { id: '' },
      { id: 'a b' },
      { id: 'x'.repeat(201) },
      { id: 5 },
    ],
    ...[
      { status: 'SETTLED' },
      { status: 'gone' },
      { status: undefined },
      { status: ['settled'] },
      { currency: 'gbp' },
      { currency: null },
    ],
    ...[0, -1, 1.5, 2 ** 53, '5000', null, [5000]].map((amount_minor) => ({ amount_minor })),
    ...[{ reason: 5 }, { reason: {} }],
  ])('is no transfer: %j', async (wrong) => {
    const odd = await answering(
      200,
      typeof wrong === 'string' ? wrong : JSON.stringify({ ...good, ...wrong }),
    );
    expect(await odd.submit(order({ reference: 'ref-1' }))).toEqual({ kind: 'unsure' });
    expect(await odd.find('ref-1')).toEqual({ kind: 'unavailable' });
  });

  test('under a status other than its own is none either', async () => {
    for (const status of [
      202, 204, 206, 301, 302, 304, 307, 401, 407, 408, 409, 422, 425, 429, 500, 502, 503, 504, 599,
    ]) {
      const odd = await answering(status, status === 204 || status === 304 ? '' : JSON.stringify(good), {
        location: '/transfers/ref-1',
      });
      expect([status, await odd.submit(order({ reference: 'ref-1' }))]).toEqual([status, { kind: 'unsure' }]);
      expect([status, await odd.find('ref-1')]).toEqual([status, { kind: 'unavailable' }]);
    }
  });

  test('of 404 is unknown only when it says so itself: a proxy in between knows nothing of transfers', async () => {
    expect(await (await answering(404, '{"error":"transfer not found"}')).find('ref-1')).toEqual({
      kind: 'unknown',
    });
    for (const body of ['', 'not found', '{"error":"not found"}', '[]'])
      expect(await (await answering(404, body)).find('ref-1')).toEqual({ kind: 'unavailable' });
  });

  test('has its texts cut to 200 characters that can be kept', async () => {
    const long = JSON.stringify({ error: `\u0000no\n${'😀'.repeat(300)}` });
    const refusal = await (await answering(400, long)).submit(order());
    expect(refusal).toEqual({ kind: 'refused', reason: ` no ${'😀'.repeat(196)}` });
    expect(await (await answering(400, '{"error":"half \\ud800"}')).submit(order())).toEqual({
      kind: 'refused',
      reason: 'half \ufffd',
    });
    for (const body of ['', '{}', '{"error":""}', '{"error":{"a":1}}', '<html>'])
      expect(await (await answering(403, body)).submit(order())).toEqual({
        kind: 'refused',
        reason: 'status 403',
      });
    expect(
      await (await answering(200, JSON.stringify({ ...good, reason: 'x'.repeat(500) }))).find('ref-1'),
    ).toMatchObject({
      transfer: { reason: 'x'.repeat(200) },
    });
  });

  test('without end is given up', async () => {
    const endless = await answering(200, JSON.stringify({ ...good, padding: 'x'.repeat(2 * 1024 * 1024) }));
    expect(await endless.submit(order({ reference: 'ref-1' }))).toEqual({ kind: 'unsure' });
    expect(await endless.find('ref-1')).toEqual({ kind: 'unavailable' });
  });
});

describe("the bank's books", () => {
  test('are read page by page, of one currency when asked so', async () => {
    const sent: string[] = [];
    for (let count = 0; count < 205; count++) {
      const one = order({ currency: 'SEK' });
      sent.push(one.reference);
      await bank.submit(one);
    }
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page = await bank.listTransfers({ currency: 'SEK', ...(after && { after }) });
      if (page.kind !== 'page') throw new Error('the bank was away');
      seen.push(...page.rows.map(({ reference }) => reference));
      after = page.next;
    }
    expect(seen).toEqual(sent);
  });

  test('have the deposits, with the user and the event that reported it', async () => {
    const body = JSON.stringify({
      user_id: 'user-1',
      amount_minor: 700,
      currency: 'NOK',
      callback_url: service.url,
    });
    await fetch(`${simulators.url}/bank/deposits`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const callback = await service.next(({ rawBody }) => rawBody.includes('user-1'));
    const event = JSON.parse(rawText(callback.rawBody)) as Record<string, string>;
    const { id: eventId = '', deposit_id: id, occurred_at: at = '' } = event;
    const occurredAt = new Date(at);
    const deposit = { id, eventId, reference: 'user-1', amount: 700, currency: 'NOK', occurredAt };
    const rows = [deposit];
    expect(await bank.listDeposits({ currency: 'NOK' })).toEqual({ kind: 'page', rows, next: null });
    expect(await bank.findDeposit(eventId)).toEqual({ kind: 'known', deposit });
  });

  test('know a deposit by its event only, and no other path', async () => {
    for (const id of [randomUUID(), '', '.', '..', '../ledger', '?x=1', 'a b', '😀', 'x'.repeat(201)])
      expect([id, await bank.findDeposit(id)]).toEqual([id, { kind: 'unknown' }]);
    const stranger = createBank({ url: `${simulators.url}/bank`, token: 'another', timeoutMs: TIMEOUT_MS });
    expect(await stranger.findDeposit(randomUUID())).toEqual({ kind: 'unavailable' });
  });

  test.each([
    { event_id: 'ev_2' },
    { event_id: undefined },
    { reference: '' },
    { amount_minor: 0 },
    { amount_minor: '700' },
    { currency: 'nok' },
  ])('have no deposit in an answer like this: %j', async (wrong) => {
    const deposit = { id: 'de_1', event_id: 'ev_1', reference: 'user-1', amount_minor: 700, currency: 'NOK' };
    const odd = await answering(200, JSON.stringify({ ...deposit, ...wrong }));
    expect(await odd.findDeposit('ev_1')).toEqual({ kind: 'unavailable' });
  });

  test.each([
    {},
    [],
    { transfers: {}, next: null },
    { transfers: [null], next: null },
    { transfers: [{ id: 'tr_1' }], next: null },
    { transfers: [], next: 'tr_1' },
    { transfers: [], next: 5 },
  ])('are unavailable rather than incomplete: %j', async (body) => {
    expect(await (await answering(200, JSON.stringify(body))).listTransfers({ after: 'tr_0' })).toEqual({
      kind: 'unavailable',
    });
  });
});

const rawText = (raw: Buffer) => raw.toString();

import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPartnerSimulators } from '../../simulators/partners.ts';
import type { PartnerSimulators } from '../../simulators/partners.ts';
import { BANK_SCRIPTS, scriptOfAmount } from '../../simulators/bank-script.ts';
import { startWebhookReceiver } from '../../simulators/webhook-receiver.ts';
import type { ReceivedRequest, WebhookReceiver } from '../../simulators/webhook-receiver.ts';
import { until } from '../support/people.ts';

const TOKEN = 'token-of-the-simulator-test';
const SECRET = 'secret-of-the-simulator-test';
let simulators: PartnerSimulators;
let service: WebhookReceiver;
let directory: string;

const start = () =>
  startPartnerSimulators({
    token: TOKEN,
    verificationSecret: 'x',
    bankSecret: SECRET,
    serviceUrl: service.url,
    stateDirectory: directory,
  });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'simulated-bank-'));
  service = await startWebhookReceiver();
  simulators = await start();
});
afterAll(async () => {
  await simulators.stop();
  await service.stop();
  await rm(directory, { recursive: true });
});

type Fields = Record<string, unknown>;

async function ask(
  method: string,
  path: string,
  body?: Fields,
  headers: Record<string, string> = {},
): Promise<[number, Fields]> {
  const answer = await fetch(`${simulators.url}/bank${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return [answer.status, (await answer.json()) as Fields];
}

const trusted = { authorization: `Bearer ${TOKEN}` };
const submit = (sent: Fields, key = String(sent['reference'])) =>
  ask('POST', '/transfers', sent, { ...trusted, 'idempotency-key': key });
const find = (sent: Fields) => ask('GET', `/transfers/${String(sent['reference'])}`, undefined, trusted);
const order = (more: Fields = {}): Fields => ({
  reference: randomUUID(),
  amount_minor: Number(`2${BANK_SCRIPTS.waits.amountEndsIn}`),
  currency: 'EUR',
  rail: 'iban',
  account: { iban: 'DE89370400440532013000' },
  name: 'Corner shop',
  callback_url: service.url,
  ...more,
});
const scripted = (script: keyof typeof BANK_SCRIPTS) =>
  order({ amount_minor: Number(`2${BANK_SCRIPTS[script].amountEndsIn}`) });

interface Ledger {
  readonly transfers: Fields[];
  readonly deposits: Fields[];
  readonly submits: Fields[];
  readonly accounts: Fields[];
}
const ledger = async (reference = '') =>
  (await ask('GET', `/ledger${reference && `?reference=${reference}`}`))[1] as unknown as Ledger;

/** The events about a reference that the service has received, oldest first. */
const eventsAbout = (reference: unknown) =>
  service.received.filter(({ rawBody }) => rawBody.includes(String(reference))).map(eventOf);
const eventOf = ({ rawBody }: ReceivedRequest) => JSON.parse(rawBody.toString()) as Fields;
const awaitEvents = (reference: unknown, count: number) =>
  until(
    async () => eventsAbout(reference),
    (events) => events.length >= count,
  );

describe('the books', () => {
  test('hold one transfer for a reference however often it is sent, twenty times at once too', async () => {
    const sent = order();
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(sent)));
    expect(new Set(answers.map(([status, { id }]) => `${status} ${String(id)}`)).size).toBe(1);
    const { transfers, submits } = await ledger(String(sent['reference']));
    expect([transfers.length, submits]).toEqual([1, [expect.objectContaining({ count: 20 })]]);
  });

  test('hold one still when a submit is accepted late that was sent again meanwhile', async () => {
    const [again, waitedFor] = [scripted('accepted_late'), scripted('accepted_late')];
    for (const sent of [again, waitedFor]) await submit(sent).catch(() => undefined);
    const [, accepted] = await submit(again);
    expect(await find(waitedFor)).toMatchObject([404, { error: 'transfer not found' }]);
    await until(
      () => find(waitedFor),
      ([status]) => status === 200,
    );
    expect(await find(again)).toMatchObject([200, { id: accepted['id'], status: 'settled' }]);
  });

  test('refuse a reference for other content, but take another address for its callbacks', async () => {
    const sent = order();
    await submit(sent);
    for (const more of [
      { amount_minor: 5 },
      { currency: 'SEK' },
      { name: 'Another' },
      { account: { iban: 'GB33BUKB20201555555555' } },
    ]) {
      expect((await submit({ ...sent, ...more }))[0]).toBe(422);
    }
    expect((await submit({ ...sent, callback_url: `${service.url}/other` }))[0]).toBe(200);
    expect((await ledger(String(sent['reference']))).transfers).toMatchObject([sent]);
  });

  test('take orders only that are whole, from who knows the token, under their own key', async () => {
    for (const more of [
      ...['reference', 'amount_minor', 'currency', 'rail', 'account', 'name'].map((field) => ({
        [field]: undefined,
      })),
      ...[
        { amount_minor: 0 },
        { amount_minor: 1.5 },
        { currency: 'eur' },
        { rail: 'ach' },
        { account: { iban: 'x' } },
      ],
    ]) {
      expect((await submit(order(more)))[0]).toBe(400);
    }
    const sent = order();
    expect((await submit(sent, randomUUID()))[0]).toBe(400);
    expect((await ask('POST', '/transfers', sent, { 'idempotency-key': String(sent['reference']) }))[0]).toBe(
      401,
    );
    expect((await find(sent))[0]).toBe(404);
  });

  test('are the same after a restart, and open transfers go on', async () => {
    const [open, settling, broken] = [order(), order({ amount_minor: 5000 }), scripted('error')];
    for (const sent of [open, settling, broken]) await submit(sent);
    await ask('POST', '/deposits', { user_id: 'user-9', amount_minor: 5, currency: 'EUR', copies: 0 });
    const before = await ledger();
    await simulators.stop();
    simulators = await start();
    const after = await ledger();
    expect(after.deposits).toEqual(before.deposits);
    expect(after.submits.map(({ reference, count }) => [reference, count])).toEqual(
      before.submits.map(({ reference, count }) => [reference, count]),
    );
    expect(after.transfers.map(({ id }) => id)).toEqual(before.transfers.map(({ id }) => id));
    expect(await submit(open)).toMatchObject([200, { status: 'pending' }]);
    expect(await submit(broken)).toMatchObject([200, { reference: broken['reference'] }]);
    await until(
      () => find(settling),
      ([, { status }]) => status === 'settled',
    );
    expect(await awaitEvents(settling['reference'], 1)).toMatchObject([{ type: 'transfer.settled' }]);
  });

  test('say what each account has got: what settled and did not come back', async () => {
    const account = { iban: 'FR7630006000011234567890189' };
    const references = [];
    for (const amount_minor of [199_100, 299_100, 399_100]) {
      const sent = order({ account, amount_minor });
      await submit(sent);
      references.push(sent['reference']);
    }
    const [first, second] = references;
    for (const step of [`${first}/settle`, `${second}/settle`, `${second}/return`])
      await ask('POST', `/transfers/${step}`, {});
    const { accounts } = await ledger();
    expect(accounts.filter((one) => JSON.stringify(one['account']) === JSON.stringify(account))).toEqual([
      { account, name: 'Corner shop', currency: 'EUR', received_minor: 199_100 },
    ]);
  });
});

describe('the controls', () => {
  test('move a transfer on, and the service gets a signed event', async () => {
    const sent = order();
    const { reference } = sent;
    await submit(sent);
    expect((await ask('POST', `/transfers/${reference}/return`, {}))[0]).toBe(400);
    expect((await ask('POST', `/transfers/${reference}/settle`, {}))[0]).toBe(200);
    expect(await ask('POST', `/transfers/${reference}/fail`, {})).toEqual([
      400,
      { error: 'transfer settled' },
    ]);
    expect(
      (await ask('POST', `/transfers/${reference}/return`, { reason: 'account closed', copies: 2 }))[0],
    ).toBe(200);
    const [settled, ...returned] = await awaitEvents(reference, 3);
    const always = {
      reference,
      amount_minor: sent['amount_minor'],
      currency: 'EUR',
      transfer_id: expect.stringMatching(/^tr_/),
    };
    expect(settled).toEqual({
      ...always,
      id: expect.any(String),
      type: 'transfer.settled',
      occurred_at: expect.any(String),
    });
    expect(returned).toMatchObject([
      { type: 'transfer.returned', reason: 'account closed' },
      { id: returned[0]?.['id'] },
    ]);
    const { headers, rawBody } = await service.next((request) => request.rawBody.includes(String(reference)));
    const signed = createHmac('sha256', SECRET)
      .update(`${String(headers['x-partner-timestamp'])}.`)
      .update(rawBody)
      .digest('hex');
    expect(headers['x-partner-signature']).toBe(`sha256=${signed}`);
  });

  test('fail a transfer, once', async () => {
    const sent = order();
    await submit(sent);
    expect(
      (await ask('POST', `/transfers/${String(sent['reference'])}/fail`, { reason: 'no such account' }))[0],
    ).toBe(200);
    expect((await ask('POST', `/transfers/${String(sent['reference'])}/settle`, {}))[0]).toBe(400);
    expect(await awaitEvents(sent['reference'], 1)).toMatchObject([
      { type: 'transfer.failed', reason: 'no such account' },
    ]);
    expect((await ask('POST', `/transfers/${randomUUID()}/settle`, {}))[0]).toBe(404);
  });

  test('make deposits, and send their event as often as wanted', async () => {
    const [, { event_id: id, id: deposit }] = await ask('POST', '/deposits', {
      user_id: 'user-7',
      amount_minor: 900,
      currency: 'EUR',
      callback_url: service.url,
      copies: 2,
    });
    const event = {
      id,
      type: 'deposit.received',
      reference: 'user-7',
      deposit_id: deposit,
      amount_minor: 900,
      currency: 'EUR',
    };
    expect(await awaitEvents('user-7', 2)).toEqual([
      { ...event, occurred_at: expect.any(String) },
      { ...event, occurred_at: expect.any(String) },
    ]);
  });

  test('give a reference a script, whatever its amount', async () => {
    const sent = order({ amount_minor: 1234 });
    expect(await ask('POST', '/control', { reference: sent['reference'], script: 'rejected' })).toEqual([
      200,
      { ok: true },
    ]);
    expect(await submit(sent)).toEqual([400, { error: 'account unknown' }]);
    expect((await ask('POST', '/control', { reference: 'x', script: 'toString' }))[0]).toBe(400);
  });

  test('draw scripts by weights, the same for the same seed, and scripted amounts keep theirs', async () => {
    const drawn = async (seed: number) => {
      await ask('POST', '/control', { mix: { rejected: 1, waits: 2, usual: 1 }, seed });
      const statuses: number[] = [];
      for (let count = 0; count < 20; count++)
        statuses.push((await submit(order({ amount_minor: 1000 + count })))[0]);
      return statuses;
    };
    const [first, again, other] = [await drawn(7), await drawn(7), await drawn(8)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 400]));
    await ask('POST', '/control', { mix: { rejected: 1 } });
    expect((await submit(order()))[0]).toBe(200);
    expect((await ask('POST', '/control', { mix: { nonsense: 1 } }))[0]).toBe(400);
    expect((await ask('POST', '/control', { mix: null }))[0]).toBe(200);
    expect((await submit(order({ amount_minor: 1000 })))[0]).toBe(200);
  });
});

describe('callbacks', () => {
  test('come before the answer when scripted so', async () => {
    const sent = scripted('early_callback');
    expect(await submit(sent)).toMatchObject([200, { status: 'settled' }]);
    expect(eventsAbout(sent['reference'])).toMatchObject([{ type: 'transfer.settled' }]);
  });

  test('come three times as one event', async () => {
    const sent = scripted('three_callbacks');
    await submit(sent);
    const events = await awaitEvents(sent['reference'], 3);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  });

  test('of a return come before that of the settlement', async () => {
    const sent = scripted('reversed_callbacks');
    await submit(sent);
    expect((await awaitEvents(sent['reference'], 2)).map(({ type }) => type)).toEqual([
      'transfer.returned',
      'transfer.settled',
    ]);
  });

  test('come late, when the transfer has long settled', async () => {
    const sent = scripted('late_callback');
    await submit(sent);
    await until(
      () => find(sent),
      ([, { status }]) => status === 'settled',
    );
    expect(eventsAbout(sent['reference'])).toEqual([]);
    expect(await awaitEvents(sent['reference'], 1)).toMatchObject([{ type: 'transfer.settled' }]);
  });

  test('that the service does not take come again', async () => {
    const sent = scripted('settles');
    const refusing = service.answer;
    service.answer = (_number, { rawBody }) =>
      rawBody.includes(String(sent['reference'])) && eventsAbout(sent['reference']).length < 3
        ? { status: 503 }
        : {};
    await submit(sent);
    const events = await awaitEvents(sent['reference'], 3);
    service.answer = refusing;
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  });

  test('never come when they are lost', async () => {
    const [lost, next] = [scripted('lost_callback'), scripted('settles')];
    await submit(lost);
    await until(
      () => find(lost),
      ([, { status }]) => status === 'settled',
    );
    await submit(next);
    await awaitEvents(next['reference'], 1);
    expect(eventsAbout(lost['reference'])).toEqual([]);
  });
});

test('every script has digits of its own, and ordinary amounts have none', () => {
  const digits = Object.values(BANK_SCRIPTS).map(({ amountEndsIn }) => amountEndsIn);
  expect(new Set(digits).size).toBe(digits.length);
  expect(digits.filter((one) => !/^99\d{3}$/.test(one))).toEqual([]);
  expect([5000, 666_600, 10 ** 12, 100].map(scriptOfAmount)).toEqual([null, null, null, null]);
});

import { randomBytes, randomUUID } from 'node:crypto';
import { Client, Connection, defaultPayloadConverter } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { createPayloadCodec } from '../../../src/temporal/payload-codec.ts';
import { workflowId } from '../../../workflows/messages.ts';
import { apiTest } from '../../support/api-test.ts';
import { createCanaries, textOfTemporal } from '../../support/canaries.ts';
import { order, registerAch, sell } from '../../support/payouts.ts';
import {
  authorized,
  call,
  item,
  merchant,
  openCheckout,
  person,
  shopper,
  until,
} from '../../support/people.ts';
import type { Merchant } from '../../support/people.ts';

/**
 * API and worker of their own: they begin without payload keys, and get them between the tests. They have no
 * search attribute, which stays plain: Temporal could not search it otherwise.
 */
const service = apiTest({ own: 'encrypted_payloads', settings: { TEMPORAL_ORG_ATTRIBUTE: '' } });

const named = (id: string) => ({ id, key: randomBytes(32) });
const [first, second] = [named('k1'), named('k2')];
const setting = (...keys: { id: string; key: Buffer }[]) =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');

/** Starts API and worker again with these keys. */
async function restartWith(payloadKeys: string): Promise<void> {
  const { applications } = service;
  await Promise.all([applications.api.stop(), applications.worker.stop()]);
  applications.environment['PAYLOAD_KEYS'] = payloadKeys;
  await applications.restartWorker();
  await applications.restartApi();
}

const address = (): string => process.env['TEST_TEMPORAL_ADDRESS'] ?? '';
const queue = (): string => service.applications.environment['TASK_QUEUE'] ?? '';
/** The histories of this file's API as Temporal stores them, and all else that it tells of the workflows. */
const stored = () => textOfTemporal(address(), 'default', `TaskQueue STARTS_WITH "${queue()}"`);

interface PlacedPayload {
  readonly place: string;
  readonly payload: Payload;
}

/** Every payload in a history, with the names of the fields that lead to it. */
function payloadsIn(value: unknown, place = ''): PlacedPayload[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  if (
    'metadata' in value &&
    typeof value.metadata === 'object' &&
    value.metadata &&
    'encoding' in value.metadata
  )
    return [{ place, payload: value as Payload }];
  return Object.entries(value).flatMap(([name, inner]) => payloadsIn(inner, `${place}.${name}`));
}

/** The payloads of this workflow's history, and of its memo. */
async function payloadsOf(id: string): Promise<PlacedPayload[]> {
  const connection = await Connection.connect({ address: address() });
  try {
    const { events } = await new Client({ connection }).workflow.getHandle(id).fetchHistory();
    return payloadsIn(events);
  } finally {
    await connection.close();
  }
}

const encodingOf = ({ payload }: PlacedPayload) =>
  Buffer.from(payload.metadata?.['encoding'] ?? []).toString();
const keyOf = ({ payload }: PlacedPayload) =>
  Buffer.from(payload.metadata?.['encryption-key-id'] ?? []).toString();
/** The trace of a request, which the SDK gives to no codec, and the name of a local step in its marker. */
const isKnownPlain = ({ place }: PlacedPayload) => /\.header\.|\.details\.data\./.test(place);

let shop: Merchant;
/** Checkouts that are authorized before there are keys, and captured with them. */
let early: { checkoutId: string; authId: string }[];

beforeAll(async () => {
  const buyer = await shopper();
  shop = await merchant();
  early = await Promise.all([authorized(shop, buyer), authorized(shop, buyer)]);
});

const capture = (authId: string) => call('POST', `/charges/${authId}/capture`, { key: shop.key });

test('without keys payloads are plain', async () => {
  const found = await payloadsOf(workflowId.checkout(early[0]?.checkoutId ?? ''));
  expect(found.length).toBeGreaterThan(2);
  expect(new Set(found.map(encodingOf))).toEqual(new Set(['json/plain']));
});

test('with keys a workflow that began without them goes on, and its new payloads are encrypted', async () => {
  await restartWith(setting(first));
  const { checkoutId, authId } = early[0] ?? { checkoutId: '', authId: '' };
  const before = (await payloadsOf(workflowId.checkout(checkoutId))).length;
  await capture(authId);
  const added = (await payloadsOf(workflowId.checkout(checkoutId))).slice(before);
  expect(added.filter((one) => !isKnownPlain(one)).map(encodingOf)).toEqual(
    expect.arrayContaining(['binary/encrypted']),
  );
  expect(added.filter((one) => !isKnownPlain(one) && encodingOf(one) !== 'binary/encrypted')).toEqual([]);
});

test('no name, e-mail address, account, key, or id of a shopper or recommender is in a history', async () => {
  const canaries = createCanaries();
  const receiver = await startWebhookReceiver({ answer: () => ({ status: 500 }) });
  const owner = await merchant();
  const [buyer, fan] = await Promise.all([shopper(), person()]);
  const names = {
    product: `Q${randomBytes(8).toString('hex')}`,
    payee: `Q${randomBytes(8).toString('hex')} Ltd`,
  };
  const account = String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '7').slice(0, 12);
  await call('PUT', `/orgs/${owner.orgId}/webhook`, { session: owner.session, body: { url: receiver.url } });
  await call('POST', '/buy-list', {
    session: fan.session,
    body: { merchant_id: owner.orgId, product_id: names.product },
  });
  const cart = { items: [item({ product_id: names.product, cashback_rate: 1000, qty: 9 })], total: 9000 };
  const { id } = await openCheckout(owner, { cart });
  const attribution = [{ product_id: names.product, recommender_id: fan.userId }];
  const { auth_id: authId } = await call('POST', `/checkouts/${id}/authorize`, {
    session: buyer.session,
    body: { attribution },
  });
  await call('POST', `/charges/${authId}/capture`, { key: owner.key });
  await call('POST', `/charges/${authId}/return`, {
    key: owner.key,
    body: { reason: 'broken', amount_minor: 100 },
  });
  await sell(owner, 10_000);
  await registerAch(owner, { account_number: account, name: names.payee });
  const paid = await call('POST', '/payouts', { key: owner.key, body: order(500) });
  await call('POST', `/sandbox/payouts/${paid.instruction_id}/settle`, { key: owner.key });

  canaries.add('id of a shopper', buyer.userId);
  canaries.add('id of a recommender', fan.userId);
  canaries.add('e-mail address', owner.email, buyer.email, fan.email);
  canaries.add('name of a product', names.product);
  canaries.add('name of a payee', names.payee);
  canaries.add('account number', account);
  canaries.add('API key', owner.key);
  canaries.add('session token', owner.session, buyer.session);
  canaries.add('payload key', setting(first).split(':')[1] ?? '');
  canaries.add('id of an org', owner.orgId);
  const { text, types } = await until(stored, (found) => found.types.includes('webhookDelivery'));
  expect(types).toEqual(
    expect.arrayContaining([
      'checkout',
      'award',
      'chargeReturn',
      'counterparty',
      'payout',
      'recommendation',
      'signInMail',
    ]),
  );
  const places = canaries
    .kinds()
    .filter((kind) => canaries.placesOf(kind, new Map([['stored', text]])).length > 0);
  expect(places).toEqual([]);

  // The search sees what there is: a client with the key reads the org's id in the same histories.
  const found = (await payloadsOf(workflowId.checkout(id))).filter(
    (one) => encodingOf(one) === 'binary/encrypted',
  );
  const decoded = await createPayloadCodec([first]).decode(found.map(({ payload }) => payload));
  expect(JSON.stringify(decoded.map((one) => defaultPayloadConverter.fromPayload(one)))).toContain(
    owner.orgId,
  );
  await receiver.stop();
}, 60_000);

test('the message of a failure is encrypted too', async () => {
  const { applications } = service;
  await applications.worker.stop();
  await applications.restartWorker({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const email = `${randomUUID()}@example.com`;
  await call('POST', '/auth/otp/request', { body: { email } });
  const { text } = await until(stored, (found) => found.text.includes('Encoded failure'));
  expect(text).not.toMatch(/the mail server did not take a mail|ECONNREFUSED/);
});

test('a new key in front encrypts, and the older one is still read', async () => {
  await restartWith(setting(second, first));
  const { id } = await openCheckout(shop);
  const encrypted = (await payloadsOf(workflowId.checkout(id))).filter((one) => !isKnownPlain(one));
  expect(new Set(encrypted.map(keyOf))).toEqual(new Set(['k2']));
  await capture(early[1]?.authId ?? '');
  // The schedules have the newest key too: the older one can go when the workflows of its time have ended.
  const connection = await Connection.connect({ address: address() });
  const { schedule } = await connection.workflowService.describeSchedule({
    namespace: 'default',
    scheduleId: workflowId.reconciliation(queue()),
  });
  await connection.close();
  expect(new Set(payloadsIn(schedule).map(keyOf))).toEqual(new Set(['k2']));
});

import { randomUUID } from 'node:crypto';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import type { WebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { apiTest } from '../../support/api-test.ts';
import { simulator, tellOfBank } from '../../support/live.ts';
import { api, authorized, call, GOLDEN_CART, merchant, shopper, until } from '../../support/people.ts';
import type { Merchant, Person } from '../../support/people.ts';
import { order, payable, registerAch } from '../../support/payouts.ts';

const { books } = apiTest();
const VERA = { 'x-operator-token': 'viewer-token-of-the-tests' };
let receiver: WebhookReceiver;
let shop: Merchant;
let buyer: Person;
/** A captured and returned sale with cashback, and its objects. */
const ids: Record<'checkout' | 'charge' | 'return' | 'award' | 'delivery' | 'terminal' | 'entry', string> = {
  checkout: '',
  charge: '',
  return: '',
  award: '',
  delivery: '',
  terminal: '',
  entry: '',
};

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  [shop, buyer] = await Promise.all([merchant(), shopper()]);
  await call('PUT', `/orgs/${shop.orgId}/webhook`, { session: shop.session, body: { url: receiver.url } });
  const wish = { merchant_id: shop.orgId, product_id: 'A' };
  ids.entry = (await call('POST', '/buy-list', { session: shop.session, body: wish })).id;
  const { checkoutId, authId } = await authorized(shop, buyer, { cart: GOLDEN_CART });
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  const body = { items: [{ product_id: 'B', qty: 1 }] };
  const returned = await call('POST', `/charges/${authId}/return`, { key: shop.key, body });
  const [{ id: award }] = await rowsOf('select id from awards where charge_id = $1 and kind = $2', [
    authId,
    'recommender',
  ]);
  const [{ id: terminal }] = await rowsOf('select terminal_id as id from checkouts where id = $1', [
    checkoutId,
  ]);
  const { headers } = await receiver.next(
    ({ headers: sent }) => sent['x-service-event'] === 'charge.captured',
  );
  const delivery = String(headers['x-service-delivery']);
  Object.assign(ids, {
    checkout: checkoutId,
    charge: authId,
    return: returned.return_id,
    award,
    terminal,
    delivery,
  });
});
afterAll(() => receiver.stop());

// oxlint-disable-next-line typescript/no-explicit-any -- columns as each query names them
const rowsOf = async (sql: string, values: unknown[]): Promise<any> => (await books.query(sql, values)).rows;
const find = (id: string) => api('GET', `/operator/find?id=${encodeURIComponent(id)}`, { headers: VERA });
const found = async (id: string) => {
  const { status, body } = await find(id);
  expect([id, status]).toEqual([id, 200]);
  return body;
};
const at = (workflowId: string | null) => ({
  workflow_id: workflowId,
  workflow_url:
    workflowId &&
    `https://temporal.example.com/namespaces/default/workflows/${encodeURIComponent(workflowId)}`,
});

test('a charge leads to its workflow, which is named after the checkout, and to everything that belongs to it', async () => {
  const { related, ...charge } = await found(ids.charge);
  const ours = { org_id: shop.orgId, env: 'sandbox' };
  expect(charge).toEqual({
    kind: 'charge',
    id: ids.charge,
    ...ours,
    status: 'CAPTURED',
    ...at(`checkout:${ids.checkout}`),
  });
  for (const [kind, id] of Object.entries({ ...ids, user: buyer.userId }))
    if (!['charge', 'terminal', 'entry'].includes(kind)) expect(related).toContainEqual({ kind, id });
});

test('every kind of object is found by its id alone, with the workflow that moves it', async () => {
  const ours = { org_id: shop.orgId, env: 'sandbox' };
  expect(await found(ids.checkout)).toEqual({
    ...{ kind: 'checkout', id: ids.checkout, ...ours, status: 'CAPTURED', ...at(`checkout:${ids.checkout}`) },
    related: [
      { kind: 'terminal', id: ids.terminal },
      { kind: 'charge', id: ids.charge },
      { kind: 'user', id: buyer.userId },
      { kind: 'compliance_record', id: expect.any(String) },
    ],
  });
  expect(await found(ids.return)).toMatchObject({
    kind: 'return',
    ...ours,
    status: null,
    ...at(`return:${ids.return}`),
  });
  expect(await found(ids.award)).toMatchObject({ kind: 'award', ...ours, ...at(`award:${ids.award}`) });
  expect(await found(ids.delivery)).toMatchObject({
    ...{ kind: 'delivery', ...ours, status: 'DELIVERED', ...at(`webhook:${ids.delivery}`) },
    related: [
      { kind: 'charge', id: ids.charge },
      { kind: 'checkout', id: ids.checkout },
    ],
  });
  expect(await found(ids.terminal)).toMatchObject({
    kind: 'terminal',
    org_id: shop.orgId,
    env: null,
    ...at(null),
  });
  expect(await found(ids.entry)).toMatchObject({
    kind: 'entry',
    org_id: shop.orgId,
    ...at(`recommendation:${ids.entry}`),
  });
  expect(await found(shop.orgId)).toEqual({
    ...{ kind: 'org', id: shop.orgId, org_id: shop.orgId, env: null, status: 'ACTIVE', ...at(null) },
    related: [{ kind: 'user', id: shop.userId }],
  });
  expect(await found(shop.userId)).toEqual({
    ...{ kind: 'user', id: shop.userId, org_id: null, env: null, status: null, ...at(null) },
    related: [{ kind: 'org', id: shop.orgId }],
  });
  const [{ id: key }] = await rowsOf('select id from api_keys where org_id = $1', [shop.orgId]);
  expect(await found(key)).toMatchObject({
    kind: 'key',
    ...ours,
    status: 'ACTIVE',
    related: [{ kind: 'user', id: shop.userId }],
  });
});

test('a payout leads to its destination, and a refused one to the record of its refusal', async () => {
  const payer = await payable();
  const { instruction_id: id } = await call('POST', '/payouts', { key: payer.key, body: order(5000) });
  const [{ counterparty_id: counterparty }] = await rowsOf(
    'select counterparty_id from payouts where id = $1',
    [id],
  );
  expect(await found(id)).toMatchObject({ kind: 'payout', status: 'PENDING', ...at(`payout:${id}`) });
  expect((await found(id)).related).toContainEqual({ kind: 'counterparty', id: counterparty });
  expect(await found(counterparty)).toMatchObject({
    kind: 'counterparty',
    status: 'ACTIVE',
    ...at(`counterparty:${counterparty}`),
  });

  await registerAch(payer, { name: 'Sanctioned Trading LLC', account_number: '987654321' });
  const refused = await api('POST', '/payouts', { key: payer.key, body: order(100) });
  expect(refused.status).toBe(403);
  const [{ id: record, subject }] = await rowsOf(
    `select id, subject from compliance_records where org_id = $1 and decision = 'BLOCKED' order by at desc limit 1`,
    [payer.orgId],
  );
  const [{ id: screening }] = await rowsOf('select id from screening_cases where org_id = $1', [payer.orgId]);
  const payout = await found(String(subject).replace('payout:', ''));
  expect(payout).toMatchObject({ kind: 'payout', status: null });
  expect(payout.related).toEqual(
    expect.arrayContaining([
      { kind: 'compliance_record', id: record },
      { kind: 'screening_case', id: screening },
    ]),
  );
  expect(await found(record)).toMatchObject({
    kind: 'compliance_record',
    status: 'BLOCKED',
    related: [{ kind: 'payout', id: payout.id }],
  });
  expect(await found(screening)).toMatchObject({ kind: 'screening_case', status: 'OPEN' });
});

test('a workflow is found by its id, and leads to the row that it is named after', async () => {
  expect(await found(`checkout:${ids.checkout}`)).toEqual(await found(ids.checkout));
  expect(await found(`webhook-failing:${ids.delivery}`)).toMatchObject({
    ...{ kind: 'delivery', id: ids.delivery, ...at(`webhook-failing:${ids.delivery}`) },
  });
  expect(await found(`clock:${shop.orgId}`)).toMatchObject({ kind: 'org', ...at(`clock:${shop.orgId}`) });
  expect(await found(`recommendation:${ids.entry}`)).toMatchObject({
    kind: 'recommendation',
    related: expect.arrayContaining([{ kind: 'entry', id: ids.entry }]),
  });
  for (const wrong of [`payout:${ids.checkout}`, `checkout:${ids.charge}`, `nothing:${ids.checkout}`])
    expect(await find(wrong)).toMatchObject({ status: 404, body: { error: 'not found' } });
});

test('a call is found by its x-request-id, with the objects in its path and those that it made', async () => {
  const requestId = `till-7.${randomUUID()}`;
  const { authId, checkoutId } = await authorized(shop, buyer, {});
  await api('POST', `/charges/${authId}/void`, { key: shop.key, headers: { 'x-request-id': requestId } });
  expect(await found(requestId)).toEqual({
    ...{
      kind: 'request',
      id: requestId,
      org_id: shop.orgId,
      env: 'sandbox',
      status: '200',
      ...at(`checkout:${checkoutId}`),
    },
    related: [{ kind: 'charge', id: authId }],
  });
  const made = await api('POST', '/apikeys', {
    session: shop.session,
    body: { org_id: shop.orgId, env: 'sandbox', name: 'second till' },
  });
  const own = await until(
    () => find(made.headers.get('x-request-id') ?? ''),
    ({ status }) => status === 200,
  );
  expect(own.body).toMatchObject({
    kind: 'request',
    status: '200',
    related: [{ kind: 'key', id: made.body.id }],
  });
});

test('a deposit is found by the bank’s id of its event', async () => {
  const money = { amount_minor: 5000, currency: 'USD' };
  const booked = { user_id: buyer.userId, ...money, copies: 0 };
  const { event_id: eventId, occurred_at } = await simulator('POST', '/bank/deposits', booked);
  const event = { id: eventId, occurred_at, type: 'deposit.received', reference: buyer.userId, ...money };
  expect((await tellOfBank(event)).status).toBe(200);
  const [{ id: journal }] = await rowsOf('select id from journals where op_key = $1', [`deposit:${eventId}`]);
  for (const id of [eventId, `deposit:${eventId}`])
    expect(await found(id)).toEqual({
      ...{ kind: 'deposit', id: eventId, org_id: null, env: 'live', status: null },
      ...at(`deposit:${eventId}`),
      related: [
        { kind: 'user', id: buyer.userId },
        { kind: 'journal', id: journal },
      ],
    });
  expect(await found(journal)).toMatchObject({ kind: 'journal', org_id: null, env: 'live' });
});

test('a verification case is found, and its business leads to it', async () => {
  const own = await merchant();
  await call('POST', '/compliance/kyb/start', {
    session: own.session,
    body: { org_id: own.orgId, country_code: 'US' },
  });
  const [{ id }] = await rowsOf('select id from verification_cases where org_id = $1', [own.orgId]);
  expect(await found(id)).toMatchObject({
    ...{ kind: 'verification_case', org_id: own.orgId, env: null, status: 'PENDING' },
    ...at(`verification:${id}`),
  });
  expect((await found(own.orgId)).related).toContainEqual({ kind: 'verification_case', id });
});

test('an unknown id is not found; a call without an id is refused; every call is recorded', async () => {
  const unknown = [randomUUID(), 'x', ids.charge.toUpperCase(), buyer.email, shop.key, '%', `checkout:`];
  for (const id of unknown)
    expect(await find(id)).toMatchObject({ status: 404, body: { error: 'not found' } });
  const missing = await api('GET', '/operator/find', { headers: VERA });
  expect([missing.status, missing.body.error]).toEqual([400, 'id: must be text']);
  const call404 = await find(randomUUID());
  expect(
    await rowsOf('select operator, method, path from operator_calls where request_id = $1', [
      call404.headers.get('x-request-id'),
    ]),
  ).toEqual([{ operator: 'vera', method: 'GET', path: '/operator/find' }]);
});

test('shows ids and statuses only: no name, address, account number or secret', async () => {
  const everything = JSON.stringify(
    await Promise.all([...Object.values(ids), shop.orgId, shop.userId, buyer.userId].map(found)),
  );
  for (const hidden of [shop.email, buyer.email, 'Corner shop', receiver.url, 'whsec_'])
    expect(everything).not.toContain(hidden);
});

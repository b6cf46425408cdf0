import { randomUUID } from 'node:crypto';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { apiTest } from '../../support/api-test.ts';
import {
  api,
  authorized,
  call,
  GOLDEN_CART,
  item,
  merchant,
  person,
  shopper,
  until,
} from '../../support/people.ts';
import type { Merchant, Person, Request } from '../../support/people.ts';

apiTest();
let shop: Merchant;
let otherShop: Merchant;
let buyer: Person;
let recommender: Person;

beforeAll(async () => {
  [shop, otherShop, buyer, recommender] = await Promise.all([
    merchant(),
    merchant(),
    shopper({ funds: 10_000_000 }),
    person(),
  ]);
});

interface Step {
  readonly at: string;
  readonly step: string;
  readonly id: string;
  readonly actor: string | null;
  readonly amounts: Record<string, number>;
  readonly detail: Record<string, unknown>;
}
interface Timeline {
  readonly status: string;
  readonly now: string;
  readonly steps: Step[];
  readonly next: { due_at: string; what: string; id: string }[];
}

const timeline = (by: Merchant, authId: string): Promise<Timeline> =>
  call('GET', `/charges/${authId}/timeline`, { key: by.key });
const names = ({ steps }: Timeline) => steps.map(({ step }) => step);
const about = ({ steps }: Timeline, name: string) => steps.filter(({ step }) => step === name);
const capture = (by: Merchant, authId: string, request: Request = { key: by.key }) =>
  call('POST', `/charges/${authId}/capture`, request);
const advance = (by: Merchant, seconds: number) =>
  call('POST', '/sandbox/clock/advance', { key: by.key, body: { seconds } });
const recommend = (by: Person, where: Merchant, product: string) =>
  call('POST', '/buy-list', { session: by.session, body: { merchant_id: where.orgId, product_id: product } });
const keyId = async (by: Merchant) =>
  (await call('GET', '/apikeys/verify', { key: by.key })).key_id as string;
const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

describe('GET /charges/{id}/timeline', () => {
  test('tells the golden cart from its creation to the landing of its cashback, in time order', async () => {
    const own = await merchant();
    await recommend(recommender, own, 'A');
    const { authId, checkoutId } = await authorized(own, buyer, {
      cart: { ...GOLDEN_CART, order_id: 'o-1' },
    });
    const key = `api_key:${await keyId(own)}`;

    const open = await timeline(own, authId);
    expect(open).toMatchObject({
      charge_id: authId,
      checkout_id: checkoutId,
      status: 'AUTHORIZED',
      currency: 'USD',
    });
    expect(names(open)).toEqual(['checkout.created', 'charge.authorized', 'webhook.event']);
    expect(open.steps[0]).toMatchObject({
      id: checkoutId,
      actor: key,
      amounts: { total_minor: 7609, cashback_minor: 465 },
      detail: { order_id: 'o-1' },
    });
    expect(open.steps[1]).toMatchObject({
      id: authId,
      actor: `user:${buyer.userId}`,
      amounts: { held_minor: 7609 },
    });
    expect(open.next).toEqual([
      { due_at: open.steps[1]?.detail['hold_expires_at'], what: 'hold_lapse', id: authId },
    ]);
    expect(days(open.steps[1]?.at ?? '', open.next[0]?.due_at ?? '')).toBe(7);

    const { journal_id: journalId } = await capture(own, authId);
    const taken = await timeline(own, authId);
    expect(names(taken).slice(3)).toEqual([
      'charge.captured',
      'journal.posted',
      'award.deferred',
      'award.deferred',
      'award.pending',
      'webhook.event',
    ]);
    expect(about(taken, 'charge.captured')[0]).toMatchObject({
      actor: key,
      amounts: {
        total_minor: 7609,
        mdr_fee: 130,
        total_cashback: 465,
        recommender_amount: 224,
        deferred_buyer_amount: 241,
        merchant_net: 7014,
      },
      detail: { journal_id: journalId, mdr_bps: 200, recommender_share_bps: 5000 },
    });
    const [posted] = about(taken, 'journal.posted');
    expect([posted?.id, posted?.detail['kind']]).toEqual([journalId, 'capture']);
    const entries = posted?.detail['entries'] as {
      account: string;
      owner_id: string | null;
      amount_minor: number;
    }[];
    expect(entries.toSorted((a, b) => a.amount_minor - b.amount_minor)).toEqual([
      { account: 'wallet', owner_id: buyer.userId, amount_minor: -7609 },
      { account: 'fees', owner_id: null, amount_minor: 130 },
      { account: 'cashback', owner_id: null, amount_minor: 465 },
      { account: 'merchant', owner_id: own.orgId, amount_minor: 7014 },
    ]);
    const [pending] = about(taken, 'award.pending');
    expect(pending).toMatchObject({
      actor: null,
      amounts: { amount: 224 },
      detail: { product_id: 'A', kind: 'recommender', beneficiary_id: recommender.userId },
    });
    expect(taken.next).toEqual([
      { due_at: pending?.detail['pending_until'], what: 'award_landing', id: pending?.id },
    ]);

    await advance(own, 30 * 86_400 + 60);
    const landed = await timeline(own, authId);
    expect(names(landed).slice(9)).toEqual(['award.landed', 'journal.posted']);
    expect(landed.steps[9]).toMatchObject({
      at: pending?.detail['pending_until'],
      id: pending?.id,
      amounts: { amount: 224 },
    });
    expect(landed.steps[10]?.detail).toEqual({
      kind: 'landing',
      entries: expect.arrayContaining([
        { account: 'cashback', owner_id: null, amount_minor: -224 },
        { account: 'wallet', owner_id: recommender.userId, amount_minor: 224 },
      ]),
    });
    expect(landed.next).toEqual([]);
    expect(landed.steps.map(({ at }) => at)).toEqual(landed.steps.map(({ at }) => at).toSorted());
  });

  test('tells returns with what they gave back and what they cut from which award', async () => {
    const own = await merchant();
    await recommend(recommender, own, 'A');
    const { authId } = await authorized(own, buyer, { cart: GOLDEN_CART });
    await capture(own, authId);
    const giveBack = (body: object) => call('POST', `/charges/${authId}/return`, { key: own.key, body });
    const { return_id: first } = await giveBack({ items: [{ product_id: 'A', qty: 1 }], reason: 'broken' });
    await recommend(buyer, own, 'A');
    await giveBack({});
    const report = await timeline(own, authId);
    const [one, rest] = about(report, 'charge.returned');
    expect(one).toMatchObject({
      id: first,
      actor: `api_key:${await keyId(own)}`,
      amounts: {
        refund: 2340,
        goods: 1999,
        shipping_amount: 153,
        tax_amount: 188,
        buyer_cut: 75,
        rec_cut: 75,
      },
      detail: { reason: 'broken', award_adjusted: true, items: [{ product_id: 'A', qty: 1 }] },
    });
    expect(rest).toMatchObject({
      amounts: { refund: 7609 - 2340 },
      detail: {
        reason: null,
        items: [
          { product_id: 'A', qty: 2 },
          { product_id: 'B', qty: 1 },
        ],
      },
    });
    expect(
      about(report, 'award.cut')
        .map(({ amounts, detail }) => [detail['kind'], amounts, detail['return_id']])
        .toSorted(),
    ).toEqual([
      ['buyer', { cut: 75, amount: 150 }, first],
      ['recommender', { cut: 75, amount: 149 }, first],
    ]);
    const voided = about(report, 'award.voided');
    expect(voided.map(({ amounts }) => amounts['cut']).toSorted()).toEqual([149, 150, 16].toSorted());
    expect(
      voided.every(({ amounts, detail }) => amounts['amount'] === 0 && detail['return_id'] === rest?.id),
    ).toBe(true);
    const woken = about(report, 'award.pending').find(({ detail }) => detail['kind'] === 'buyer');
    expect(woken).toMatchObject({
      amounts: { amount: 150 },
      detail: { product_id: 'A', beneficiary_id: buyer.userId },
    });
    expect(about(report, 'journal.posted').map(({ detail }) => detail['kind'])).toEqual([
      'capture',
      'return',
      'return',
    ]);
    expect(
      about(report, 'journal.posted')
        .slice(1)
        .map(({ id }) => id),
    ).toEqual([one, rest].map((step) => step?.detail['journal_id']));
    expect(report.next).toEqual([]);
  });

  test('tells how a hold ended: voided by whom, or lapsed by itself', async () => {
    const own = await merchant();
    const [dropped, forgotten] = [await authorized(own, buyer), await authorized(own, buyer)];
    await call('POST', `/charges/${dropped.authId}/void`, { key: own.key });
    const voided = await timeline(own, dropped.authId);
    expect(voided.status).toBe('VOIDED');
    expect(about(voided, 'charge.voided')).toEqual([
      expect.objectContaining({
        id: dropped.authId,
        actor: `api_key:${await keyId(own)}`,
        amounts: { released_minor: 1000 },
      }),
    ]);
    const { next } = await timeline(own, forgotten.authId);
    await advance(own, 8 * 86_400);
    const lapsed = await timeline(own, forgotten.authId);
    expect(lapsed).toMatchObject({ status: 'EXPIRED', next: [] });
    expect(lapsed.steps.at(-1)).toMatchObject({
      step: 'charge.expired',
      at: next[0]?.due_at,
      actor: null,
      amounts: { released_minor: 1000 },
    });
    expect(lapsed.now > (next[0]?.due_at ?? '')).toBe(true);
  });

  test('names the shopper when it was the shopper who captured', async () => {
    const { authId } = await authorized(shop, buyer);
    await capture(shop, authId, { session: buyer.session });
    expect(about(await timeline(shop, authId), 'charge.captured')[0]?.actor).toBe(`user:${buyer.userId}`);
  });

  test('tells each delivery with its attempts, and when the next one is due', async () => {
    const own = await merchant();
    const receiver = await startWebhookReceiver({
      answer: (number) => ({ status: number === 1 ? 500 : 200 }),
    });
    await call('PUT', `/orgs/${own.orgId}/webhook`, { session: own.session, body: { url: receiver.url } });
    const { authId } = await authorized(own, buyer, { cart: { items: [item()] } });
    const failed = await until(
      () => timeline(own, authId),
      (report) => about(report, 'webhook.attempted')[0]?.detail['outcome'] === 'failed',
    );
    const [attempt] = about(failed, 'webhook.attempted');
    const due = attempt?.detail['next_attempt_at'];
    expect(attempt?.detail).toMatchObject({
      event: 'checkout.authorized',
      number: 1,
      status_code: 500,
      error: null,
    });
    expect(failed.next[0]).toEqual({ due_at: due, what: 'webhook_retry', id: attempt?.id });
    expect(about(failed, 'webhook.event')[0]?.detail).toEqual({
      event: 'checkout.authorized',
      delivery: { id: attempt?.id, status: 'PENDING', next_attempt_at: due },
    });
    await advance(own, 61);
    const done = await timeline(own, authId);
    expect(
      about(done, 'webhook.attempted').map(({ detail }) => [
        detail['number'],
        detail['outcome'],
        detail['status_code'],
        detail['next_attempt_at'],
      ]),
    ).toEqual([
      [1, 'failed', 500, due],
      [2, 'delivered', 200, null],
    ]);
    expect(done.next.map(({ what }) => what)).toEqual(['hold_lapse']);
    await receiver.stop();
  });

  test('is for the own org: of another one it is not found, of the other environment a mismatch', async () => {
    const { authId } = await authorized(shop, buyer);
    const at = async (request: Request, id = authId) => {
      const { status, body } = await api('GET', `/charges/${id}/timeline`, request);
      return body.error === undefined ? [status] : [status, body.error];
    };
    expect(await at({ key: shop.key })).toEqual([200]);
    expect(await at({ session: shop.session })).toEqual([200]);
    for (const by of [{ key: otherShop.key }, { session: otherShop.session }, { session: buyer.session }])
      expect(await at(by)).toEqual([404, 'charge not found']);
    for (const id of [randomUUID(), 'x', authId.toUpperCase()])
      expect(await at({ key: shop.key }, id)).toEqual([404, 'charge not found']);
    const { key } = await call('POST', '/apikeys', {
      session: shop.session,
      body: { org_id: shop.orgId, env: 'live', name: 'live' },
    });
    expect(await at({ key })).toEqual([403, 'key env mismatch']);
    expect(await at({})).toEqual([401, 'missing x-api-key']);
  });
});

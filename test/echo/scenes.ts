import { SYSTEM } from '../../src/domain/org-event.ts';
import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { decideCart } from '../../src/domain/cart.ts';
import type { Environment } from '../../src/domain/environment.ts';
import { makeWebhookSecret } from '../../src/security/secrets.ts';
import { insertRecommendationRequest } from '../../src/store/buy-list.ts';
import { checkoutRow, insertCart } from '../../src/store/checkouts.ts';
import { lockWallet, postDeposit } from '../../src/store/deposits.ts';
import { moveClockTo } from '../../src/store/org-clock.ts';
import { createOrg } from '../../src/commands/org.ts';
import { recordPartnerEvent } from '../../src/store/partner-events.ts';
import { askReturn } from '../../src/store/returns.ts';
import { jsonText } from '../../src/store/statement.ts';
import { createTerminal } from '../../src/commands/terminal.ts';
import { findOrMakeUser } from '../../src/store/users.ts';
import { overrideVerdict } from '../../src/commands/verification.ts';
import { connectLivePartners } from '../../src/store/verification.ts';
import { postTopup } from '../../src/store/wallets.ts';
import { putWebhook } from '../../src/store/webhooks.ts';
import { commandBy, IN_TIME } from '../support/commands.ts';
import type { World } from './world.ts';

/** A deadline that has passed. In milliseconds. */
export const TOO_LATE = Date.UTC(2020, 0);

export const TILL = `api_key:${v7()}`;

/** The answer to a command that came too late. */
export const UNAVAILABLE = { ok: false, refusal: { reason: 'temporarily unavailable' } };

export const refused = (reason: string) => ({ ok: false, refusal: { reason } });

export interface Shop {
  readonly orgId: string;
  readonly env: Environment;
}

/** A new user. Answers their id. */
export async function newUser({ database }: World): Promise<string> {
  const user = await findOrMakeUser(database.pool, { userId: v7(), email: `${randomUUID()}@example.com` });
  return user?.id ?? '';
}

/** A business with a webhook, whose receiver answers `status`. */
export async function newShop(
  world: World,
  { env = 'sandbox', status = '200' }: { env?: Environment; status?: string } = {},
): Promise<Shop> {
  const { database, secrets, receiver } = world;
  const orgId = v7();
  await createOrg({ database }, await newUser(world), { id: orgId, name: 'Corner shop', countryCode: 'US' });
  const sealedSecret = secrets.seal(makeWebhookSecret(), orgId);
  await putWebhook(database.pool, { orgId, url: `${receiver.url}?status=${status}`, sealedSecret });
  if (env === 'live') {
    await connectLivePartners(database.pool, { countryCodes: ['US'] });
    await approve(world, 'kyb', orgId);
  }
  return { orgId, env };
}

/** The operator approves an organization or a user. */
async function approve({ database }: World, kind: 'kyb' | 'kyc', subjectId: string): Promise<void> {
  await database.transaction((tx) =>
    overrideVerdict(tx, { kind, subjectId, origin: SYSTEM }, () => 'APPROVED'),
  );
}

/** A shopper with this much in their wallet. Answers their id. */
export async function newShopper(
  world: World,
  { funds = 1_000_000, env = 'sandbox' as Environment } = {},
): Promise<string> {
  const { database } = world;
  const userId = await newUser(world);
  if (env === 'live') {
    await approve(world, 'kyc', userId);
    const eventId = randomUUID();
    await database.transaction(async (tx) => {
      const received = { eventId, type: 'deposit.received', reference: userId, occurredAt: new Date() };
      await recordPartnerEvent(tx, { ...received, partner: 'bank' });
      await lockWallet(tx, { env: 'live', currency: 'USD', userId });
      await postDeposit(tx, { journalId: v7(), userId, currency: 'USD', amount: funds, eventId });
    });
  } else if (funds > 0) {
    await postTopup(database.pool, { journalId: v7(), userId, currency: 'USD', amount: funds });
  }
  return userId;
}

/** A reusable terminal. Answers its id. */
export async function newTerminal({ database }: World, { orgId }: Shop): Promise<string> {
  const id = v7();
  await createTerminal({ database }, { id, orgId, title: 'Till 1' });
  return id;
}

export interface Offer {
  /** Minor units, for each of `qty` pieces of tea with 5 % cashback. */
  readonly price?: number;
  readonly qty?: number;
  readonly terminalId?: string;
  readonly deadline?: number;
}

/** A stored cart, and the input that opens a checkout on it. */
export async function newCart(
  { database }: World,
  shop: Shop,
  { price = 1000, qty = 1, terminalId, deadline = IN_TIME }: Offer = {},
) {
  const cart = decideCart({
    items: [{ productId: 'tea', displayName: 'Tea', unitPrice: price, qty, cashbackRate: 500 }],
    total: price * qty,
  });
  if (!cart.ok) throw new Error(cart.refusal.reason);
  const checkoutId = v7();
  const extras = { orderId: null, store: null, shipping: null, confirmationUrl: null, cancelUrl: null };
  await insertCart(database.pool, {
    id: checkoutId,
    orgId: shop.orgId,
    env: shop.env,
    cart: cart.value,
    extras,
    actor: TILL,
  });
  const opening = {
    terminalId: terminalId ?? null,
    newTerminalId: v7(),
    expiresInSecs: cart.value.expiresInSecs,
    deadline,
  };
  return { checkoutId, orgId: shop.orgId, opening };
}

/** The checkout of a step. */
export interface Ref {
  readonly checkoutId: string;
  readonly orgId: string;
}

/** A checkout that waits for its shopper. */
export async function opened(world: World, shop: Shop, offer: Offer = {}): Promise<Ref> {
  const cart = await newCart(world, shop, offer);
  const { answer } = await world.steps.openCheckout(cart);
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return { checkoutId: cart.checkoutId, orgId: cart.orgId };
}

/** The authorize command of a shopper. */
export const requestBy = (consumerId: string, deadline = IN_TIME) => ({
  consumerId,
  newChargeId: v7(),
  attribution: [],
  deadline,
});

export interface Held extends Ref {
  readonly consumerId: string;
  readonly chargeId: string;
}

/** A checkout whose total is held on a shopper's wallet. */
export async function held(world: World, shop: Shop, offer: Offer = {}): Promise<Held> {
  const ref = await opened(world, shop, offer);
  const consumerId = await newShopper(world, { env: shop.env, funds: 10_000_000 });
  const { answer } = await world.steps.authorizeCheckout({ ...ref, request: requestBy(consumerId) });
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return { ...ref, consumerId, chargeId: answer.value.authId };
}

/** A captured charge. */
export async function captured(world: World, shop: Shop, offer: Offer = {}): Promise<Held> {
  const charge = await held(world, shop, offer);
  const { answer } = await world.steps.captureCharge({ ...charge, ...commandBy(TILL) });
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return charge;
}

/** A written request for a return of these items; null is all that is left. Answers the input of its step. */
export async function returnOf(
  { database }: World,
  charge: Held,
  asked: { productId: string; qty: number }[] | null,
) {
  const returnId = v7();
  const items = asked === null ? null : jsonText(asked);
  await askReturn(database.pool, { returnId, chargeId: charge.chargeId, reason: null, items, actor: TILL });
  return { returnId, checkoutId: charge.checkoutId, orgId: charge.orgId, deadline: IN_TIME };
}

/** A written request to recommend tea. Answers its id. */
export async function teaRecommendation(
  { database }: World,
  { orgId, env }: Shop,
  userId: string,
): Promise<string> {
  const entryId = v7();
  await insertRecommendationRequest(database.pool, {
    recommendationId: entryId,
    userId,
    env,
    merchantId: orgId,
    productId: 'tea',
    displayName: null,
  });
  return entryId;
}

/** Moves the sandbox clock of an organization to this time, in milliseconds. */
export async function clockTo(
  { database }: World,
  { orgId }: Pick<Shop, 'orgId'>,
  at: number,
): Promise<void> {
  await moveClockTo(database.pool, orgId, at);
}

/** The time at which the checkout, or its hold, ends by itself. In milliseconds. */
export async function endOf({ database }: World, { checkoutId }: Pick<Ref, 'checkoutId'>): Promise<number> {
  const row = await checkoutRow(database.pool, { checkoutId });
  if (row === null) throw new Error(`there is no checkout ${checkoutId}`);
  return (row.holdExpiresAt ?? row.expiresAt).getTime();
}

/** The number of rows that a query with one parameter counts. */
export async function count({ database }: World, from: string, value: unknown): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from ${from}`,
    [value],
  );
  return rows[0]?.count ?? 0;
}

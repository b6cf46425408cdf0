import { randomUUID } from 'node:crypto';
import { BANK_SCRIPTS } from '../../../simulators/bank-script.ts';
import { apiTest } from '../../support/api-test.ts';
import {
  atBank,
  becomes,
  enterLive,
  liveBalance,
  liveMerchant,
  newIban,
  paidOut,
  payLive,
  payoutOf,
  simulator,
} from '../../support/live.ts';
import type { LiveMerchant } from '../../support/live.ts';
import { OLGA } from '../../support/operators.ts';
import { IBAN, registerAch } from '../../support/payouts.ts';
import { api, call, merchant, person, until } from '../../support/people.ts';
import type { Answer, Merchant, Person } from '../../support/people.ts';
import { decided, newestCase, sendEvent } from '../../support/verification.ts';

/** Source: contract, section 16, "Live destinations". */
const { books } = apiTest();

const HOUR = 60 * 60 * 1000;
const outcomeOf = ({ status, body }: Answer) => [status, body.error ?? body];
const NO_DESTINATION = [400, 'no bank destination'];

interface Registration {
  readonly session?: string;
  readonly name?: string;
  readonly force?: object;
}

/** Registers an account of this holder. Answers its row in the list. */
async function registered(shop: LiveMerchant, { session, name = 'Cousin Vinny', force }: Registration = {}) {
  const iban = newIban();
  await simulator('POST', '/payee-names/holders', { account: iban, registered_name: name });
  const body = { iban, name, org_id: shop.orgId, ...force };
  const by = { session: session ?? shop.liveSession, body };
  const { counterparty_id: id, status } = await call('POST', '/bank/payout-iban', by, shop.base);
  const row = (await rowsOf(shop)).find((one) => one.id === id);
  expect(row?.status).toBe(status);
  return row as Row;
}

interface Row {
  readonly id: string;
  readonly status: string;
  readonly held_until: string | null;
  readonly created_at: string;
  readonly account_masked: string;
}

const rowsOf = async ({ liveSession, base, orgId }: LiveMerchant): Promise<Row[]> =>
  (await call('GET', `/bank/counterparties?org_id=${orgId}`, { session: liveSession }, base)).counterparties;
const heldFor = ({ held_until: end, created_at: start }: Row) =>
  end === null ? 0 : Math.round((Date.parse(end) - Date.parse(start)) / HOUR);
const approve = (id: string, session: string) =>
  api('POST', `/bank/counterparties/${id}/approve`, { session });
const disable = (id: string, session: string) => api('DELETE', `/bank/counterparties/${id}`, { session });
const destinationOf = async (shop: LiveMerchant, id: string): Promise<string> =>
  (await payoutOf(shop, id)).destination;

/** Somebody with this role in the business, with a live session. */
async function colleague(shop: LiveMerchant, role: string): Promise<Person & { live: string }> {
  const someone = await person();
  const body = { user_id: someone.userId, role };
  await call('POST', `/orgs/${shop.orgId}/members`, { session: shop.session, body });
  return { ...someone, live: await enterLive(someone, shop) };
}

/** The hold of this destination ends: its time is put into the past. */
const endHold = ({ id }: Row) =>
  books.query(
    `update counterparties set held_until = clock_timestamp() - interval '1 second' where id = $1`,
    [id],
  );

describe('a live destination', () => {
  test('in the name that KYB approved is active at once', async () => {
    const shop = await liveMerchant(books);
    expect(await rowsOf(shop)).toEqual([
      expect.objectContaining({ id: shop.counterpartyId, status: 'ACTIVE', held_until: null }),
    ]);
  });

  test('in another name is held for a day, and paid to when the hold has run out', async () => {
    const shop = await liveMerchant(books, { sales: 500_000 });
    const other = await registered(shop);
    expect([other.status, heldFor(other)]).toEqual(['HELD', 24]);
    expect(await destinationOf(shop, await paidOut(shop, 1000))).toBe(`****${shop.iban.slice(-4)}`);
    await endHold(other);
    expect((await rowsOf(shop))[0]).toMatchObject({ id: other.id, status: 'ACTIVE', held_until: null });
    expect(await destinationOf(shop, await paidOut(shop, 1000))).toBe(other.account_masked);
  });

  test('that is forced is held for three days, even in the name that KYB approved', async () => {
    const shop = await liveMerchant(books);
    const force = { force: true, force_reason: 'the register is wrong' };
    const forced = await registered(shop, { name: 'Corner Shop Ltd', force });
    expect([forced.status, heldFor(forced)]).toEqual(['HELD', 72]);
  });

  test('is compared with the name that KYB reported, not with the name of the organization', async () => {
    const shop = await verifiedAs('Emerald Trading Ltd');
    expect((await registered(shop, { name: 'Emerald Trading' })).status).toBe('ACTIVE');
    expect((await registered(shop, { name: 'Corner Shop Ltd' })).status).toBe('HELD');
  });

  test('is compared with nothing once the approval is withdrawn, and held', async () => {
    const shop = await liveMerchant(books);
    const body = { status: 'WITHDRAWN', reason: 'seen' };
    await call('POST', `/operator/orgs/${shop.orgId}/kyb`, { headers: OLGA, body });
    expect((await registered(shop, { name: 'Corner Shop Ltd' })).status).toBe('HELD');
  });

  test('is mailed to owners, admins and finance members, once each', async () => {
    const shop = await liveMerchant(books);
    const [admin, finance, support] = [
      await colleague(shop, 'admin'),
      await colleague(shop, 'finance'),
      await colleague(shop, 'support'),
    ];
    const { id } = await registered(shop, { session: finance.live });
    for (const { email } of [shop, admin, finance])
      await until(
        () => mailsAbout(email, id),
        (mails) => mails.length > 0,
      );
    // A later destination's mail comes after all of the earlier one.
    const later = await registered(shop);
    await until(
      () => mailsAbout(shop.email, later.id),
      (mails) => mails.length > 0,
    );
    const received = await Promise.all(
      [shop, admin, finance, support].map(({ email }) => mailsAbout(email, id)),
    );
    expect(received.map(({ length }) => length)).toEqual([1, 1, 1, 0]);
    expect(received[0]?.[0]?.text).toContain(finance.email);
  });
});

describe('approving', () => {
  test('by another owner or admin makes a held destination active, and may be repeated', async () => {
    const shop = await liveMerchant(books, { sales: 500_000 });
    const admin = await colleague(shop, 'admin');
    const held = await registered(shop);
    for (let times = 0; times < 2; times++) {
      const answer = await approve(held.id, admin.live);
      expect(outcomeOf(answer)).toEqual([200, { ...held, status: 'ACTIVE', held_until: null }]);
    }
    expect(await destinationOf(shop, await paidOut(shop, 1000))).toBe(held.account_masked);
  });

  test('takes a second person, the right role, and a live session', async () => {
    const shop = await liveMerchant(books);
    const [admin, finance] = [await colleague(shop, 'admin'), await colleague(shop, 'finance')];
    const held = await registered(shop, { session: admin.live });
    const refusals: [string, number, string][] = [
      [admin.live, 403, 'second person required'],
      [finance.live, 403, 'owner/admin required'],
      [shop.session, 403, 'key env mismatch'],
      [(await liveMerchant(books)).liveSession, 404, 'counterparty not found'],
    ];
    for (const [session, status, reason] of refusals)
      expect(outcomeOf(await approve(held.id, session))).toEqual([status, reason]);
    expect(outcomeOf(await approve(randomUUID(), shop.liveSession))).toEqual([404, 'counterparty not found']);
    expect((await rowsOf(shop))[0]?.status).toBe('HELD');
    expect((await approve(held.id, shop.liveSession)).status).toBe(200);
  });

  test('does not bring back a disabled destination', async () => {
    const shop = await liveMerchant(books);
    const admin = await colleague(shop, 'admin');
    const held = await registered(shop);
    expect(outcomeOf(await disable(held.id, shop.liveSession))).toEqual([200, { ok: true }]);
    expect(outcomeOf(await approve(held.id, admin.live))).toEqual([400, 'destination disabled']);
  });

  test('and disabling at once end disabled', async () => {
    const shop = await liveMerchant(books);
    const admin = await colleague(shop, 'admin');
    const held = await registered(shop);
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => approve(held.id, admin.live)),
      ...Array.from({ length: 5 }, () => disable(held.id, shop.liveSession)),
    ]);
    expect(answers.slice(5).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await rowsOf(shop))[0]).toMatchObject({ status: 'DISABLED', held_until: null });
  });
});

describe('a disabled destination', () => {
  test('is paid to no more: the newest active one before it is', async () => {
    const shop = await liveMerchant(books, { sales: 500_000 });
    const newer = await registered(shop, { name: 'Corner Shop Ltd' });
    expect(await destinationOf(shop, await paidOut(shop, 1000))).toBe(newer.account_masked);
    const finance = await colleague(shop, 'finance');
    for (let times = 0; times < 2; times++)
      expect(outcomeOf(await disable(newer.id, finance.live))).toEqual([200, { ok: true }]);
    expect((await rowsOf(shop))[0]).toMatchObject({ id: newer.id, status: 'DISABLED' });
    expect(await destinationOf(shop, await paidOut(shop, 1000))).toBe(`****${shop.iban.slice(-4)}`);
    await disable(shop.counterpartyId, shop.liveSession);
    expect(outcomeOf(await payLive(shop, 1000))).toEqual(NO_DESTINATION);
  });

  test('is disabled by owners, admins and finance members of its business only', async () => {
    const shop = await liveMerchant(books);
    const support = await colleague(shop, 'support');
    const id = shop.counterpartyId;
    const refusals: [string, number, string][] = [
      [support.live, 403, 'owner/admin/finance required'],
      [shop.session, 403, 'key env mismatch'],
      [(await liveMerchant(books)).liveSession, 404, 'counterparty not found'],
    ];
    for (const [session, status, reason] of refusals)
      expect(outcomeOf(await disable(id, session))).toEqual([status, reason]);
    expect(outcomeOf(await disable('no-id', shop.liveSession))).toEqual([404, 'counterparty not found']);
    expect((await rowsOf(shop))[0]?.status).toBe('ACTIVE');
  });

  test('gets no transfer of a payout that was reserved before and not sent yet', async () => {
    const shop = await liveMerchant(books, { sales: 500_000 });
    const before = await liveBalance(shop);
    // The bank takes nothing of the first submit, so that the payout has to be sent again.
    const id = await paidOut(shop, Number(BANK_SCRIPTS.error.amountEndsIn));
    await until(
      async () => (await atBank(id)).submits[0]?.count ?? 0,
      (count) => count > 0,
    );
    await disable(shop.counterpartyId, shop.liveSession);
    // The first submit may still be booked: the payout is not given up, and nothing more is sent.
    const stuck = `select stuck_reason from payouts where id = $1 and stuck_at is not null`;
    const { rows } = await until(
      () => books.query(stuck, [id]),
      (found) => found.rows.length === 1,
      120_000,
    );
    expect(rows).toEqual([{ stuck_reason: 'destination disabled' }]);
    expect((await atBank(id)).submits[0]?.count).toBe(1);
    const operators = ['operator-token-of-the-tests', 'second-operator-token-of-the-tests'];
    for (const token of operators)
      await call('POST', `/operator/payouts/${id}/resolve`, {
        headers: { 'x-operator-token': token },
        body: { outcome: 'not_sent', reason: 'the bank has nothing' },
      });
    await becomes(shop, id, 'FAILED');
    expect(await liveBalance(shop)).toEqual(before);
  }, 150_000);
});

describe('a payout', () => {
  const pay = ({ liveKey }: LiveMerchant, counterparty_id: unknown) =>
    api('POST', '/payouts', {
      key: liveKey,
      body: { amount_minor: 1000, currency: 'EUR', country_code: 'IE', counterparty_id },
    });

  test('goes to the destination that it names', async () => {
    const shop = await liveMerchant(books, { sales: 500_000 });
    const newer = await registered(shop, { name: 'Corner Shop Ltd' });
    const { body } = await pay(shop, shop.counterpartyId);
    expect(await destinationOf(shop, body.instruction_id)).toBe(`****${shop.iban.slice(-4)}`);
    expect(await destinationOf(shop, (await pay(shop, null)).body.instruction_id)).toBe(newer.account_masked);
  });

  test('is refused for a destination that is unknown, foreign, unfit, held or disabled', async () => {
    const shop = await liveMerchant(books, { sales: 500_000 });
    const [held, disabled] = [await registered(shop), await registered(shop)];
    await disable(disabled.id, shop.liveSession);
    const foreign = (await liveMerchant(books)).counterpartyId;
    for (const id of [randomUUID(), 'no-id', '', foreign, held.id, disabled.id])
      expect([id, ...outcomeOf(await pay(shop, id))]).toEqual([id, ...NO_DESTINATION]);
    const unfit = { amount_minor: 1000, currency: 'GBP', country_code: 'GB' };
    const body = { ...unfit, counterparty_id: shop.counterpartyId };
    expect(outcomeOf(await api('POST', '/payouts', { key: shop.liveKey, body }))).toEqual(NO_DESTINATION);
    expect(outcomeOf(await pay(shop, 5))).toEqual([400, 'counterparty_id: must be text']);
  });
});

describe('in the sandbox', () => {
  test('every destination is active at once, forced or not, and nobody gets a mail', async () => {
    const shop = await merchant({ country: 'GB' });
    const register = (more: object) =>
      call('POST', '/bank/payout-iban', {
        session: shop.session,
        body: { iban: IBAN, name: 'Cousin Vinny', org_id: shop.orgId, ...more },
      });
    const made = [await register({}), await register({ name: 'Mismatch', force: true, force_reason: 'x' })];
    expect(made.map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE']);
    const { counterparties } = await call('GET', '/bank/counterparties', { session: shop.session });
    expect(counterparties.map((row: Row) => row.held_until)).toEqual([null, null]);
    const { rows } = await books.query('select id from counterparties where org_id = $1 and mail_due', [
      shop.orgId,
    ]);
    expect(rows).toEqual([]);
  });

  test('a destination can be disabled and named, too', async () => {
    const shop: Merchant = await merchant();
    const { counterparty_id: id } = await registerAch(shop);
    expect(outcomeOf(await disable(id, shop.session))).toEqual([200, { ok: true }]);
    const body = { amount_minor: 1, currency: 'USD', country_code: 'US', counterparty_id: id };
    expect(outcomeOf(await api('POST', '/payouts', { key: shop.key, body }))).toEqual(NO_DESTINATION);
    expect(outcomeOf(await approve(id, shop.session))).toEqual([403, 'key env mismatch']);
  });
});

/** A business that the verification provider approved under this name. */
async function verifiedAs(legalName: string): Promise<LiveMerchant> {
  const shop = await liveMerchant(books);
  const body = { status: 'WITHDRAWN', reason: 'again, at the provider' };
  await call('POST', `/operator/orgs/${shop.orgId}/kyb`, { headers: OLGA, body });
  const application = { org_id: shop.orgId, country_code: 'IE' };
  await call('POST', '/compliance/kyb/start', { session: shop.session, body: application });
  const { id } = await newestCase(books, shop.orgId);
  expect((await sendEvent(await decided(id, 'approve', { legalName }))).status).toBe(200);
  return shop;
}

/** The mails to this address that name the destination. */
async function mailsAbout(email: string, id: string): Promise<{ text: string }[]> {
  const answer = await fetch(`${process.env['TEST_INBOX_URL']}/messages?to=${encodeURIComponent(email)}`);
  const { messages } = (await answer.json()) as { messages: { text: string }[] };
  return messages.filter(({ text }) => text.includes(id));
}

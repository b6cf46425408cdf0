import { apiTest } from '../../support/api-test.ts';
import { enterLive, liveMerchant, newIban, paidOut, payoutOf, simulator } from '../../support/live.ts';
import type { LiveMerchant } from '../../support/live.ts';
import { api, call, person, until } from '../../support/people.ts';
import type { Answer } from '../../support/people.ts';

/** Findings 1 and 27 of the security audit: a thief with one live session redirects the payouts. */
const { books } = apiTest();

const THIEF = 'Thomas Thief';
const outcomeOf = ({ status, body }: Answer) => [status, body.error ?? body];

/** Registers an account of the thief, whose name the register of account holders confirms. */
async function register(
  { base, orgId }: LiveMerchant,
  session: string,
  more: object = {},
): Promise<{ answer: Answer; masked: string }> {
  const iban = newIban();
  await simulator('POST', '/payee-names/holders', { account: iban, registered_name: THIEF });
  const body = { iban, name: THIEF, org_id: orgId, ...more };
  const answer = await api('POST', '/bank/payout-iban', { session, body }, base);
  return { answer, masked: `****${iban.slice(-4)}` };
}

const maskedOf = ({ iban }: LiveMerchant): string => `****${iban.slice(-4)}`;

test('an account in the name of the thief is not paid to, although its name is true', async () => {
  const shop = await liveMerchant(books, { sales: 500_000 });
  const { answer } = await register(shop, shop.liveSession);
  expect(answer.body).toMatchObject({ name_match: 'match', status: 'HELD' });
  const id = await paidOut(shop, 1000);
  expect((await payoutOf(shop, id)).destination).toBe(maskedOf(shop));
});

test('an account that is forced is not paid to either', async () => {
  const shop = await liveMerchant(books, { sales: 500_000 });
  const force = { name: 'Corner Shop Ltd', force: true, force_reason: 'a new account' };
  const { answer } = await register(shop, shop.liveSession, force);
  expect(answer.body).toMatchObject({ name_match: 'forced', status: 'HELD' });
  const id = await paidOut(shop, 1000);
  expect((await payoutOf(shop, id)).destination).toBe(maskedOf(shop));
});

test('the thief cannot approve the account with the session that registered it', async () => {
  const shop = await liveMerchant(books);
  const { answer } = await register(shop, shop.liveSession);
  const path = `/bank/counterparties/${answer.body.counterparty_id}/approve`;
  const approval = await api('POST', path, { session: shop.liveSession });
  expect(outcomeOf(approval)).toEqual([403, 'second person required']);
});

test('the owner learns by mail of the account that a stolen session registers', async () => {
  const shop = await liveMerchant(books);
  const clerk = await person();
  const body = { user_id: clerk.userId, role: 'finance' };
  await call('POST', `/orgs/${shop.orgId}/members`, { session: shop.session, body });
  const { masked } = await register(shop, await enterLive(clerk, shop));
  const mails = async (): Promise<{ text: string }[]> => {
    const answer = await fetch(`${process.env['TEST_INBOX_URL']}/messages?to=${shop.email}`);
    return ((await answer.json()) as { messages: { text: string }[] }).messages;
  };
  await until(mails, (all) => all.some(({ text }) => text.includes(masked)));
});

test('a business that takes the name of the thief does not take over its verification', async () => {
  const shop = await liveMerchant(books, { sales: 500_000 });
  await call('PATCH', `/orgs/${shop.orgId}`, { session: shop.session, body: { name: THIEF } });
  const { answer } = await register(shop, shop.liveSession);
  expect(answer.body).toMatchObject({ name_match: 'match', status: 'HELD' });
  const id = await paidOut(shop, 1000);
  expect((await payoutOf(shop, id)).destination).toBe(maskedOf(shop));
});

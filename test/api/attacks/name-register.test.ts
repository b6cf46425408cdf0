import { apiTest } from '../../support/api-test.ts';
import { liveMerchant, newIban, simulator } from '../../support/live.ts';
import type { LiveMerchant } from '../../support/live.ts';
import { api, merchant } from '../../support/people.ts';
import type { Answer } from '../../support/people.ts';

const FAILURES = 5;
const { books } = apiTest();

/** The account of a stranger, whose name the attacker wants to know. */
async function strangersAccount(name: string): Promise<string> {
  const iban = newIban();
  await simulator('POST', '/payee-names/holders', { account: iban, registered_name: name });
  return iban;
}

const register = (shop: LiveMerchant, iban: string, body: object): Promise<Answer> =>
  api('POST', '/bank/payout-iban', {
    session: shop.liveSession,
    body: { iban, org_id: shop.orgId, ...body },
  });
const outcomeOf = ({ status, body }: Answer) => [status, body];

test('a stranger of whom one knows only the account stays unknown; a slip in a known name is shown', async () => {
  const shop = await liveMerchant(books);
  const iban = await strangersAccount('Aurelia Montgomery');
  expect(outcomeOf(await register(shop, iban, { name: 'Zzz Ltd' }))).toEqual([
    400,
    { error: 'name mismatch', registered_name: null },
  ]);
  expect(outcomeOf(await register(shop, iban, { name: 'Aurelia Montgomry' }))).toEqual([
    400,
    { error: 'name mismatch', registered_name: 'Aurelia Montgomery' },
  ]);
});

test('forty guesses at once: a few are checked, the others are refused for a day, whatever the name', async () => {
  const shop = await liveMerchant(books);
  const iban = await strangersAccount('Aurelia Montgomery');
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, nth) => register(shop, iban, { name: `Guess number ${nth}` })),
  );
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited).toHaveLength(40 - FAILURES);
  const wait = Number(limited[0]?.headers.get('retry-after'));
  expect([limited[0]?.body, wait > 23 * 3600, wait <= 24 * 3600]).toEqual([
    { error: 'rate limited' },
    true,
    true,
  ]);
  expect((await register(shop, iban, { name: 'Aurelia Montgomery' })).status).toBe(429);
  const other = await liveMerchant(books);
  expect((await register(other, iban, { name: 'Aurelia Montgomery' })).status).toBe(200);
});

test('force does not get around it: an override with a wrong name is a guess too', async () => {
  const shop = await liveMerchant(books);
  const force = { force: true, force_reason: 'known to us' };
  const statuses: number[] = [];
  for (let nth = 0; nth < FAILURES + 2; nth++) {
    const iban = await strangersAccount('Aurelia Montgomery');
    statuses.push((await register(shop, iban, { ...force, name: `Guess number ${nth}` })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: FAILURES }, () => 200), 429, 429]);
});

test('the sandbox asks no register: its mismatches tell the sample name, and are not counted', async () => {
  const shop = await merchant({ country: 'GB' });
  for (let nth = 0; nth < FAILURES + 1; nth++) {
    const body = { iban: newIban(), name: 'Mismatch Ltd', org_id: shop.orgId };
    expect(outcomeOf(await api('POST', '/bank/payout-iban', { session: shop.session, body }))).toEqual([
      400,
      { error: 'name mismatch', registered_name: 'Sandbox Registered Name' },
    ]);
  }
});

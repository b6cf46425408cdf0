import { apiTest } from '../../support/api-test.ts';
import { depositEvent, tellOfBank } from '../../support/live.ts';
import { call, merchant, person } from '../../support/people.ts';
import type { Answer, Person } from '../../support/people.ts';
import { newestCase, sendEvent, verdictEvent } from '../../support/verification.ts';

/** Finding 7 of the security audit: somebody who knows a callback secret signs what a partner never said. */
const { books } = apiTest();

const outcomeOf = ({ status, body }: Answer) => [status, body.error ?? body];

test('a deposit that the bank does not know credits nothing', async () => {
  const thief = await person();
  expect(outcomeOf(await tellOfBank(depositEvent(thief)))).toEqual([200, { ok: true }]);
  expect(await liveWallets(thief)).toEqual([]);
});

test('an approval that the provider did not give approves nothing', async () => {
  const shop = await merchant();
  const body = { org_id: shop.orgId, country_code: 'US' };
  await call('POST', '/compliance/kyb/start', { session: shop.session, body });
  const { id } = await newestCase(books, shop.orgId);
  expect(outcomeOf(await sendEvent(verdictEvent(id, 'approved')))).toEqual([200, { ok: true }]);
  const path = `/compliance/kyb?org_id=${shop.orgId}`;
  expect(await call('GET', path, { session: shop.session })).toEqual({ status: 'PENDING' });
});

/** The live wallets of this person, whose session is made a live one. */
async function liveWallets({ userId, session }: Person): Promise<unknown[]> {
  await books.query(`update sessions set env = 'live' where user_id = $1`, [userId]);
  return (await call('GET', '/wallet', { session })).wallets;
}

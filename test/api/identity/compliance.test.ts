import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { OPEN_CASE_MS } from '../../../src/domain/time-budget.ts';
import { connectLivePartners } from '../../../src/store/verification.ts';
import { workflowId } from '../../../workflows/messages.ts';
import { apiTest } from '../../support/api-test.ts';
import { ownCountry } from '../../support/countries.ts';
import { OLGA } from '../../support/operators.ts';
import { api, call, merchant, person, until } from '../../support/people.ts';
import type { Answer, Merchant, Person } from '../../support/people.ts';
import { newestCase, pageText, press, providerDown, standing } from '../../support/verification.ts';

const { books } = apiTest();

const outcomeOf = ({ status, body }: Answer) => [status, body];
const refusal = (status: number, error: string) => [status, { error }];

const startKyb = ({ session, orgId }: Pick<Merchant, 'session' | 'orgId'>, country_code: unknown = 'US') =>
  api('POST', '/compliance/kyb/start', { session, body: { org_id: orgId, country_code } });
const startKyc = ({ session }: Pick<Person, 'session'>, country_code: unknown = 'US') =>
  api('POST', '/compliance/kyc/start', { session, body: { country_code } });
const kybOf = ({ session, orgId }: Pick<Merchant, 'session' | 'orgId'>) =>
  call('GET', `/compliance/kyb?org_id=${orgId}`, { session });
const kycOf = ({ session }: Pick<Person, 'session'>) => call('GET', '/compliance/kyc', { session });
const operate = (path: string, status: string) =>
  call('POST', `/operator${path}`, { headers: OLGA, body: { status, reason: 'seen' } });

describe('starting the verification of a business', () => {
  test('answers a hosted page and PENDING; nothing approves itself', async () => {
    const shop = await merchant();
    expect(await kybOf(shop)).toEqual({ status: 'NOT_STARTED' });
    const { status, body } = await startKyb(shop);
    expect([status, body]).toEqual([
      200,
      {
        verification_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/verification\/pages\//),
        status: 'PENDING',
      },
    ]);
    expect(await kybOf(shop)).toEqual({ status: 'PENDING' });
    expect(await newestCase(books, shop.orgId)).toMatchObject({
      kind: 'kyb',
      status: 'PENDING',
      country_code: 'US',
      started_by: `user:${shop.userId}`,
    });
    const row = await newestCase(books, shop.orgId);
    expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(30 * 24 * 60 * 60 * 1000);
  });

  test('joins the case that is open: the same page again, also for two at once', async () => {
    const shop = await merchant();
    const both = await Promise.all([startKyb(shop), startKyb(shop)]);
    const [first, second] = both.map(outcomeOf);
    expect(first).toEqual([200, expect.objectContaining({ status: 'PENDING' })]);
    expect(second).toEqual(first);
    expect(outcomeOf(await startKyb(shop))).toEqual(first);
    const { rows } = await books.query('select count(*)::int from verification_cases where org_id = $1', [
      shop.orgId,
    ]);
    expect(rows[0].count).toBe(1);
  });

  test('is refused once approved, and in any country but its own', async () => {
    const shop = await merchant();
    expect(outcomeOf(await startKyb(shop, 'GB'))).toEqual(
      refusal(400, "country_code: must be the organization's"),
    );
    for (const wrong of ['us', 'XX', '', 5, null])
      expect(outcomeOf(await startKyb(shop, wrong))).toEqual(refusal(400, 'bad country_code'));
    expect(await newestCase(books, shop.orgId)).toBeUndefined();
    const { body } = await startKyb(shop);
    await press(body.verification_url, 'Approve');
    await standing(shop.session, 'APPROVED', shop.orgId);
    expect(outcomeOf(await startKyb(shop))).toEqual(refusal(400, 'already approved'));
    expect(outcomeOf(await startKyb(shop, 'GB'))).toEqual(
      refusal(400, "country_code: must be the organization's"),
    );
  });

  test('is for owners and admins; every member sees its status, strangers do not find the org', async () => {
    const [shop, ...staff] = await Promise.all([
      merchant(),
      person(),
      person(),
      person(),
      person(),
      person(),
    ]);
    const stranger = staff.pop() as Person;
    const roles = ['admin', 'finance', 'support', 'developer'];
    for (const [index, role] of roles.entries()) {
      const body = { user_id: staff[index]?.userId, role };
      await call('POST', `/orgs/${shop.orgId}/members`, { session: shop.session, body });
    }
    for (const [index, role] of roles.entries()) {
      const member = { ...shop, session: staff[index]?.session ?? '' };
      expect(await kybOf(member)).toEqual({ status: expect.any(String) });
      const { status, body } = await startKyb(member, role === 'admin' ? 'US' : 'no country');
      if (role === 'admin') expect([status, body.status]).toEqual([200, 'PENDING']);
      else expect([status, body]).toEqual(refusal(403, 'owner/admin required'));
    }
    for (const orgId of [shop.orgId, randomUUID(), 'nope', 5]) {
      const outside = { session: stranger.session, orgId: orgId as string };
      expect(outcomeOf(await startKyb(outside))).toEqual(refusal(404, 'org not found'));
      expect(outcomeOf(await api('GET', `/compliance/kyb?org_id=${orgId}`, outside))).toEqual(
        refusal(404, 'org not found'),
      );
    }
    for (const path of ['/compliance/kyb', '/compliance/kyc']) {
      expect(outcomeOf(await api('GET', path, { key: shop.key }))).toEqual(
        refusal(401, 'invalid or expired session'),
      );
      expect(outcomeOf(await api('POST', `${path}/start`, { key: shop.key, body: {} }))).toEqual(
        refusal(401, 'invalid or expired session'),
      );
    }
  });

  test('is about the org that the session acts for when none is named', async () => {
    const [shop, stranger] = await Promise.all([merchant(), person()]);
    const unnamed = (session: string) =>
      api('POST', '/compliance/kyb/start', { session, body: { country_code: 'US' } });
    expect((await unnamed(shop.session)).status).toBe(200);
    expect(await call('GET', '/compliance/kyb', { session: shop.session })).toEqual({ status: 'PENDING' });
    expect(outcomeOf(await unnamed(stranger.session))).toEqual(refusal(400, 'org_id required'));
  });

  test('begins a new case after a rejection and after a withdrawal', async () => {
    const shop = await merchant();
    const urls = new Set<string>();
    for (const [button, status] of [
      ['Reject', 'REJECTED'],
      ['Abandon', 'WITHDRAWN'],
      ['Approve', 'APPROVED'],
    ] as const) {
      const { body } = await startKyb(shop);
      expect(body.status).toBe('PENDING');
      urls.add(body.verification_url);
      await press(body.verification_url, button);
      await standing(shop.session, status, shop.orgId);
    }
    expect(urls.size).toBe(3);
  });
});

describe('starting the verification of a consumer', () => {
  test("sets the user's country when it is approved, not before", async () => {
    const ann = await person();
    expect(await kycOf(ann)).toEqual({ status: 'NOT_STARTED' });
    const { status, body } = await startKyc(ann, 'GB');
    expect([status, body]).toEqual([
      200,
      { verification_url: expect.stringContaining('/verification/pages/'), status: 'PENDING' },
    ]);
    expect(outcomeOf(await startKyc(ann, 'GB'))).toEqual([200, body]);
    expect((await call('GET', '/me', { session: ann.session })).country_code).toBe('US');
    await press(body.verification_url, 'Approve');
    await standing(ann.session, 'APPROVED');
    expect((await call('GET', '/me', { session: ann.session })).country_code).toBe('GB');
    expect(outcomeOf(await startKyc(ann, 'GB'))).toEqual(refusal(400, 'already approved'));
  });

  test('keeps the country that was verified until the approval is taken back', async () => {
    const ann = await person();
    const moveTo = (country: string) =>
      api('PATCH', '/me', { session: ann.session, body: { first_name: 'Ann', country_code: country } });
    const { body } = await startKyc(ann, 'GB');
    expect(outcomeOf(await moveTo('FR'))).toEqual([200, expect.objectContaining({ country_code: 'FR' })]);
    await press(body.verification_url, 'Approve');
    await standing(ann.session, 'APPROVED');
    expect(outcomeOf(await moveTo('FR'))).toEqual(
      refusal(400, 'country_code: was verified and stays while the verification holds'),
    );
    expect(outcomeOf(await moveTo('GB'))).toEqual([
      200,
      expect.objectContaining({ first_name: 'Ann', country_code: 'GB' }),
    ]);
    await operate(`/users/${ann.userId}/kyc`, 'WITHDRAWN');
    expect(outcomeOf(await moveTo('FR'))).toEqual([200, expect.objectContaining({ country_code: 'FR' })]);
  });

  test('leaves the country alone when it is rejected, and needs a country that there is', async () => {
    const ann = await person();
    for (const wrong of ['gb', 'XX', undefined])
      expect(outcomeOf(await startKyc(ann, wrong ?? null))).toEqual(refusal(400, 'bad country_code'));
    const { body } = await startKyc(ann, 'FR');
    await press(body.verification_url, 'Reject');
    await standing(ann.session, 'REJECTED');
    expect((await call('GET', '/me', { session: ann.session })).country_code).toBe('US');
  });
});

describe("the provider's hosted page", () => {
  test('names the case, offers the possible verdicts, and shows the result', async () => {
    const shop = await merchant();
    const url = (await startKyb(shop)).body.verification_url;
    const page = await pageText(url);
    for (const text of [
      'Business verification',
      'United States (US)',
      (await newestCase(books, shop.orgId)).id,
    ])
      expect(page).toContain(text);
    expect(page).not.toMatch(/<script|src=|@import/);
    expect(await press(url, 'Approve')).toMatch(/role="status">[\s\S]*Approved/);
    await standing(shop.session, 'APPROVED', shop.orgId);
    await expect(press(url, 'Approve')).rejects.toThrow('no button');
    expect(await press(url, 'Withdraw approval')).toMatch(/role="status">[\s\S]*Withdrawn/);
    await standing(shop.session, 'WITHDRAWN', shop.orgId);
    await expect(press(url, 'Withdraw approval')).rejects.toThrow('no button');
  });

  test('is found by its exact address only', async () => {
    for (const token of ['', randomUUID()]) {
      expect((await fetch(`${process.env['TEST_SIMULATOR_URL']}/verification/pages/${token}`)).status).toBe(
        404,
      );
    }
  });
});

describe('while the provider is away', () => {
  test('a start answers 503 in time, the case stays open, and goes on by itself once the provider is back', async () => {
    const country = await ownCountry(books);
    const shop = await merchant({ country });
    await providerDown(country, true);
    const begun = performance.now();
    const answers = await Promise.all([startKyb(shop, country), startKyb(shop, country)]);
    expect(performance.now() - begun).toBeLessThan(OPEN_CASE_MS + 2000);
    for (const answer of answers) {
      expect([...outcomeOf(answer), answer.headers.get('retry-after')]).toEqual([
        ...refusal(503, 'temporarily unavailable'),
        '1',
      ]);
    }
    expect(await kybOf(shop)).toEqual({ status: 'PENDING' });
    await providerDown(country, false);
    const { url } = await until(
      () => newestCase(books, shop.orgId),
      (row) => row.url !== null,
      20_000,
    );
    expect(outcomeOf(await startKyb(shop, country))).toEqual([
      200,
      { verification_url: url, status: 'PENDING' },
    ]);
    const { rows } = await books.query('select count(*)::int from verification_cases where org_id = $1', [
      shop.orgId,
    ]);
    expect(rows[0].count).toBe(1);
    await press(url, 'Approve');
    await standing(shop.session, 'APPROVED', shop.orgId);
  }, 40_000);
});

describe('the operator', () => {
  test('decides over the open case, which is closed with the same verdict, and keeps the country of who is approved', async () => {
    const [shop, ann] = await Promise.all([merchant(), person()]);
    await Promise.all([startKyb(shop), startKyc(ann, 'GB')]);
    expect(await operate(`/orgs/${shop.orgId}/kyb`, 'REJECTED')).toEqual({
      org_id: shop.orgId,
      kyb_status: 'REJECTED',
    });
    expect(await newestCase(books, shop.orgId)).toMatchObject({ status: 'REJECTED', decided_by: 'operator' });
    expect(await operate(`/users/${ann.userId}/kyc`, 'APPROVED')).toEqual({
      user_id: ann.userId,
      kyc_status: 'APPROVED',
    });
    expect(await newestCase(books, ann.userId)).toMatchObject({ status: 'APPROVED', decided_by: 'operator' });
    expect((await call('GET', '/me', { session: ann.session })).country_code).toBe('GB');
    expect((await startKyb(shop)).body.status).toBe('PENDING');
  });

  test('leaves an open case open by saying that it is pending, and withdraws it by saying that nothing was started', async () => {
    const shop = await merchant();
    const { body } = await startKyb(shop);
    await operate(`/orgs/${shop.orgId}/kyb`, 'PENDING');
    expect(outcomeOf(await startKyb(shop))).toEqual([200, body]);
    await operate(`/orgs/${shop.orgId}/kyb`, 'NOT_STARTED');
    expect(await newestCase(books, shop.orgId)).toMatchObject({
      status: 'WITHDRAWN',
      decided_by: 'operator',
    });
    expect(await kybOf(shop)).toEqual({ status: 'NOT_STARTED' });
  });

  test('is not overruled by an approval of the provider, but by its withdrawal', async () => {
    const shop = await merchant();
    const url = (await startKyb(shop)).body.verification_url;
    const { id } = await newestCase(books, shop.orgId);
    const stored = (type: string) =>
      until(
        async () =>
          (await books.query('select from partner_events where reference = $1 and type = $2', [id, type]))
            .rowCount,
        (count) => count === 1,
      );
    await operate(`/orgs/${shop.orgId}/kyb`, 'REJECTED');
    await press(url, 'Approve');
    await stored('case.approved');
    expect(await kybOf(shop)).toEqual({ status: 'REJECTED' });
    await operate(`/orgs/${shop.orgId}/kyb`, 'APPROVED');
    await press(url, 'Withdraw approval');
    await stored('case.withdrawn');
    expect(await kybOf(shop)).toEqual({ status: 'WITHDRAWN' });
    expect(await newestCase(books, shop.orgId)).toMatchObject({ status: 'REJECTED', decided_by: 'operator' });
  });
});

test('countries that are configured get a live partner, unless the operator has said whether there is one', async () => {
  const [fresh, set, bounded] = [await ownCountry(books), await ownCountry(books), await ownCountry(books)];
  const bounds = { min_share_bps: 0, max_share_bps: 9000 };
  await call('PUT', `/operator/countries/${set}`, {
    headers: OLGA,
    body: { ...bounds, live_partner: false },
  });
  await call('PUT', `/operator/countries/${bounded}`, { headers: OLGA, body: bounds });
  const countryCodes = [fresh, set, bounded];
  for (let start = 0; start < 2; start++) await connectLivePartners(books as never, { countryCodes });
  const { rows } = await books.query(
    'select country_code, live_partner from countries where country_code = any($1) order by country_code',
    [[fresh, set, bounded]],
  );
  const expected = [
    { country_code: fresh, live_partner: true },
    { country_code: set, live_partner: false },
    { country_code: bounded, live_partner: true },
  ];
  expect(rows).toEqual(expected.sort((a, b) => a.country_code.localeCompare(b.country_code)));
});

test('an open case whose workflow was lost gets it back from the reconciliation', async () => {
  const shop = await merchant();
  const { body } = await startKyb(shop);
  const { id } = await newestCase(books, shop.orgId);
  const connection = await Connection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] ?? '' });
  const { workflow } = new Client({ connection });
  const lost = workflow.getHandle(workflowId.verification(id));
  await lost.terminate('lost');
  // Visibility lags: a reconciliation restarts the workflow only once visibility shows it as ended.
  await until(
    async () => {
      const input = {
        taskQueue: 'shared',
        args: [{ taskQueue: 'shared' }],
        workflowId: workflowId.reconciliation(randomUUID()),
      };
      await workflow.execute('reconciliation', input);
      return (await lost.describe()).status.name;
    },
    (status) => status === 'RUNNING',
    30_000,
  );
  await press(body.verification_url, 'Approve');
  await standing(shop.session, 'APPROVED', shop.orgId);
  expect(await lost.result()).toBe('APPROVED');
  await connection.close();
}, 60_000);

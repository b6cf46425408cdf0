import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { OLGA } from '../../support/operators.ts';
import { api, call, merchant, person } from '../../support/people.ts';
import type { Answer, Merchant } from '../../support/people.ts';
import { bankSecret, decided, newestCase, sendEvent, verdictEvent } from '../../support/verification.ts';

const { books } = apiTest();

const outcomeOf = ({ status, body }: Answer) => [status, body];
const TAKEN = [200, { ok: true }];
const SECOND = 1000;

/** A business with an open case. */
async function applicant(): Promise<Merchant & { caseId: string }> {
  const shop = await merchant();
  await begin(shop);
  return { ...shop, caseId: (await newestCase(books, shop.orgId)).id };
}
const begin = ({ session, orgId }: Merchant) =>
  call('POST', '/compliance/kyb/start', { session, body: { org_id: orgId, country_code: 'US' } });
const kybOf = async ({ session, orgId }: Merchant): Promise<string> =>
  (await call('GET', `/compliance/kyb?org_id=${orgId}`, { session })).status;
const statusOf = async (caseId: string): Promise<string> =>
  (await books.query('select status from verification_cases where id = $1', [caseId])).rows[0].status;
const ago = (ms: number): Date => new Date(Date.now() - ms);

test('a verdict is applied when its callback has been answered', async () => {
  for (const [decision, type, status] of [
    ['approve', 'approved', 'APPROVED'],
    ['reject', 'rejected', 'REJECTED'],
    ['abandon', 'withdrawn', 'WITHDRAWN'],
  ] as const) {
    const shop = await applicant();
    const event = await decided(shop.caseId, decision);
    expect(outcomeOf(await sendEvent(event))).toEqual(TAKEN);
    expect(await kybOf(shop)).toBe(status);
    expect(await newestCase(books, shop.orgId)).toMatchObject({
      status,
      decided_by: 'provider',
      verdict_at: new Date(event.occurred_at),
    });
    const { rows } = await books.query(
      'select partner, type, reference from partner_events where reference = $1',
      [shop.caseId],
    );
    expect(rows).toEqual([{ partner: 'verification', type: `case.${type}`, reference: shop.caseId }]);
  }
});

test('a callback must be signed by the provider, within five minutes, over these bytes', async () => {
  const shop = await applicant();
  const event = await decided(shop.caseId, 'approve');
  const refusedOnes = [
    api('POST', '/partners/verification/events', { body: event }),
    api('POST', '/partners/verification/events', {
      body: event,
      headers: OLGA,
    }),
    api('POST', '/partners/verification/events', { body: event, session: shop.session }),
    sendEvent(event, { secret: 'somebody else, somewhere else' }),
    sendEvent(event, { secret: bankSecret() }),
    sendEvent(event, { ageSeconds: 301 }),
    sendEvent(event, { ageSeconds: -302 }),
    sendEvent({ ...event, reference: randomUUID() }, { ageSeconds: 301 }),
  ];
  for (const answer of await Promise.all(refusedOnes))
    expect(outcomeOf(answer)).toEqual([401, { error: 'invalid signature' }]);
  expect(await kybOf(shop)).toBe('PENDING');
  expect(outcomeOf(await sendEvent(event, { ageSeconds: 290 }))).toEqual(TAKEN);
  expect(await kybOf(shop)).toBe('APPROVED');
});

test('a callback about an unknown case answers 404, and one of the wrong shape names the field', async () => {
  const { caseId } = await applicant();
  for (const reference of [randomUUID(), 'nope', caseId.toUpperCase(), '']) {
    expect(outcomeOf(await sendEvent({ ...verdictEvent(caseId, 'approved'), reference }))).toEqual([
      404,
      { error: 'case not found' },
    ]);
  }
  const event = verdictEvent(caseId, 'approved');
  const wrong: [object, RegExp][] = [
    [{ type: 'case.opened' }, /^type: must be one of case\.approved, case\.rejected, case\.withdrawn$/],
    [{ type: undefined }, /^type: /],
    [{ id: '' }, /^id: /],
    [{ id: 'x'.repeat(201) }, /^id: /],
    [{ id: 5 }, /^id: /],
    [{ reference: undefined }, /^reference: /],
    [{ reference: 5 }, /^reference: /],
    [{ occurred_at: 'yesterday' }, /^occurred_at: must be an RFC 3339 time$/],
    [{ occurred_at: '2026-11-21' }, /^occurred_at: /],
    [
      { occurred_at: new Date(Date.now() + 6 * 60 * SECOND).toISOString() },
      /^occurred_at: must not lie in the future$/,
    ],
  ];
  for (const [change, reason] of wrong) {
    expect(outcomeOf(await sendEvent({ ...event, ...change }))).toEqual([
      400,
      { error: expect.stringMatching(reason) },
    ]);
  }
  expect(await statusOf(caseId)).toBe('PENDING');
});

test('a callback that comes again is answered the same and changes nothing, also many at once', async () => {
  const shop = await applicant();
  const event = await decided(shop.caseId, 'approve', { at: ago(10 * SECOND) });
  for (const answer of await Promise.all(Array.from({ length: 8 }, () => sendEvent(event))))
    expect(outcomeOf(answer)).toEqual(TAKEN);
  const withdrawn = await decided(shop.caseId, 'withdraw', { at: ago(5 * SECOND) });
  expect(outcomeOf(await sendEvent(withdrawn))).toEqual(TAKEN);
  expect(outcomeOf(await sendEvent(event))).toEqual(TAKEN);
  expect(await kybOf(shop)).toBe('WITHDRAWN');
  const { rows } = await books.query('select count(*)::int from partner_events where reference = $1', [
    shop.caseId,
  ]);
  expect(rows[0].count).toBe(2);
});

test('callbacks in the wrong order end as those in the right one', async () => {
  const shop = await applicant();
  const approved = await decided(shop.caseId, 'approve', { at: ago(20 * SECOND) });
  const withdrawn = await decided(shop.caseId, 'withdraw', { at: ago(10 * SECOND) });
  expect(outcomeOf(await sendEvent(withdrawn))).toEqual(TAKEN);
  expect(outcomeOf(await sendEvent(approved))).toEqual(TAKEN);
  expect([await kybOf(shop), await statusOf(shop.caseId)]).toEqual(['WITHDRAWN', 'WITHDRAWN']);

  const other = await applicant();
  const sameMoment = { at: ago(10 * SECOND) };
  await sendEvent(await decided(other.caseId, 'approve', sameMoment));
  expect(await kybOf(other)).toBe('APPROVED');
  await sendEvent(await decided(other.caseId, 'withdraw', sameMoment));
  expect(await kybOf(other)).toBe('WITHDRAWN');
});

test('approvals and withdrawals at once end withdrawn, in any order', async () => {
  for (let round = 0; round < 3; round++) {
    const shop = await applicant();
    const approved = await decided(shop.caseId, 'approve', { at: ago(2 * SECOND) });
    const withdrawn = await decided(shop.caseId, 'withdraw', { at: ago(SECOND) });
    const sent = round % 2 === 0 ? [approved, withdrawn] : [withdrawn, approved];
    for (const answer of await Promise.all(sent.map((event) => sendEvent(event))))
      expect(outcomeOf(answer)).toEqual(TAKEN);
    expect(await kybOf(shop)).toBe('WITHDRAWN');
  }
});

test('the provider’s answer counts, and not the verdict of its callback', async () => {
  const shop = await applicant();
  await decided(shop.caseId, 'reject');
  expect(outcomeOf(await sendEvent(verdictEvent(shop.caseId, 'approved')))).toEqual(TAKEN);
  expect(await kybOf(shop)).toBe('REJECTED');
  expect(outcomeOf(await sendEvent(verdictEvent(shop.caseId, 'approved')))).toEqual(TAKEN);
  expect(await kybOf(shop)).toBe('REJECTED');
});

test('a verdict on an older case changes that case only', async () => {
  const shop = await applicant();
  await sendEvent(await decided(shop.caseId, 'approve', { at: ago(10 * SECOND) }));
  const operator = { headers: OLGA };
  await call('POST', `/operator/orgs/${shop.orgId}/kyb`, {
    ...operator,
    body: { status: 'PENDING', reason: 'look again' },
  });
  await begin(shop);
  const newer = (await newestCase(books, shop.orgId)).id;
  expect(newer).not.toBe(shop.caseId);
  await sendEvent(await decided(newer, 'approve'));
  expect(outcomeOf(await sendEvent(await decided(shop.caseId, 'withdraw')))).toEqual(TAKEN);
  expect([await kybOf(shop), await statusOf(shop.caseId), await statusOf(newer)]).toEqual([
    'APPROVED',
    'WITHDRAWN',
    'APPROVED',
  ]);
});

test('a verdict about a person never touches a business of theirs', async () => {
  const [shop, ann] = [await applicant(), await person()];
  await call('POST', '/compliance/kyc/start', { session: ann.session, body: { country_code: 'US' } });
  await sendEvent(await decided((await newestCase(books, ann.userId)).id, 'approve'));
  expect(await call('GET', '/compliance/kyc', { session: ann.session })).toEqual({ status: 'APPROVED' });
  expect(await kybOf(shop)).toBe('PENDING');
});

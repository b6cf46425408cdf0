import { randomUUID } from 'node:crypto';
import type { PartnerSecrets } from '../../../stack/partners.ts';
import { checkIntegrity } from '../../../src/store/integrity.ts';
import { SIGNATURE_HEADER, signCallback, TIMESTAMP_HEADER } from '../../../src/security/partner-signature.ts';
import { apiTest } from '../../support/api-test.ts';
import { depositEvent, simulator } from '../../support/live.ts';
import { api, call, person, shopper, until } from '../../support/people.ts';
import type { Answer, Person } from '../../support/people.ts';

const { bank_secret: SECRET, verification_secret: OTHER_SECRET } = JSON.parse(
  process.env['TEST_PARTNER_SECRETS'] ?? '{}',
) as PartnerSecrets;
const MOST = 10 ** 12;
const MOST_IN_WALLET = 10 ** 15;
const { books } = apiTest();

interface Signing {
  readonly secret?: string;
  readonly secondsAgo?: number;
  readonly leftOut?: string;
}

/** Sends this to the route as the bank does. */
function tell(
  event: unknown,
  { secret = SECRET, secondsAgo = 0, leftOut = '' }: Signing = {},
): Promise<Answer> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const timestamp = String(Math.floor(Date.now() / 1000) - secondsAgo);
  const signed = {
    [TIMESTAMP_HEADER]: timestamp,
    [SIGNATURE_HEADER]: signCallback(secret, timestamp, Buffer.from(body)),
  };
  const headers = Object.fromEntries(Object.entries(signed).filter(([name]) => name !== leftOut));
  return api('POST', '/partners/bank/events', { headers, body });
}

/** A deposit that the bank has for this person. Answers the event that reports it. */
async function received(
  by: { userId: string },
  { amount_minor = 5000, currency = 'USD' }: { amount_minor?: number; currency?: string } = {},
) {
  const booked = { user_id: by.userId, amount_minor, currency, copies: 0 };
  const { event_id: id, occurred_at } = await simulator('POST', '/bank/deposits', booked);
  return depositEvent(by, { id, amount_minor, currency, occurred_at });
}

/** Moves the person's sessions to live. Other tests check who may do so. */
async function inLive(someone: Person): Promise<Person> {
  await books.query(`update sessions set env = 'live' where user_id = $1`, [someone.userId]);
  return someone;
}

const wallets = async (by: Person) => (await call('GET', '/wallet', { session: by.session })).wallets;
const balances = async (by: Person) =>
  (await wallets(by)).map((row: Record<string, unknown>) => [row['currency'], row['balance_minor']]);
const entries = async (by: Person) => (await call('GET', '/wallet/entries', { session: by.session })).entries;
const outcomeOf = ({ status, body }: Answer) => [status, body.error ?? body];
const eventsOf = async (by: Person) =>
  (await books.query(`select event_id, type from partner_events where reference = $1`, [by.userId])).rows;

describe('a deposit', () => {
  test('is in the live wallet and among its entries, and nowhere in the sandbox', async () => {
    const someone = await shopper({ funds: 700 });
    expect(outcomeOf(await tell(await received(someone)))).toEqual([200, { ok: true }]);
    expect(await balances(someone)).toEqual([['USD', 700]]);
    await inLive(someone);
    expect(await wallets(someone)).toEqual([
      {
        currency: 'USD',
        balance_minor: 5000,
        held_minor: 0,
        available_minor: 5000,
        pending_cashback_minor: 0,
        deferred_cashback_minor: 0,
      },
    ]);
    const created = { id: expect.any(String), created_at: expect.any(String) };
    expect(await entries(someone)).toEqual([
      { ...created, kind: 'deposit', amount_minor: 5000, currency: 'USD', charge_id: null },
    ]);
  });

  test('adds up with others, each in its currency', async () => {
    const someone = await inLive(await person());
    for (const more of [{ amount_minor: 1 }, { amount_minor: MOST }, { currency: 'EUR', amount_minor: 7 }]) {
      expect(outcomeOf(await tell(await received(someone, more)))).toEqual([200, { ok: true }]);
    }
    expect(await balances(someone)).toEqual([
      ['EUR', 7],
      ['USD', MOST + 1],
    ]);
  });

  test('is credited once, also when twenty copies come at once and one much later', async () => {
    const someone = await inLive(await person());
    const event = await received(someone);
    const answers = await Promise.all(Array.from({ length: 20 }, () => tell(event)));
    expect(answers.map(outcomeOf)).toEqual(Array.from({ length: 20 }, () => [200, { ok: true }]));
    expect(outcomeOf(await tell(event))).toEqual([200, { ok: true }]);
    expect(await balances(someone)).toEqual([['USD', 5000]]);
    expect(await eventsOf(someone)).toEqual([{ event_id: event.id, type: 'deposit.received' }]);
  });

  test('is what the bank answers: an event with another amount or user credits what the bank has', async () => {
    const [someone, other] = [await inLive(await person()), await inLive(await person())];
    const event = await received(someone);
    expect(outcomeOf(await tell({ ...event, amount_minor: 9000 }))).toEqual([200, { ok: true }]);
    expect(outcomeOf(await tell({ ...event, reference: other.userId }))).toEqual([200, { ok: true }]);
    expect([await balances(someone), await balances(other)]).toEqual([[['USD', 5000]], []]);
  });

  test('twenty different ones at once are all credited', async () => {
    const someone = await inLive(await person());
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        tell(await received(someone, { amount_minor: index + 1 })),
      ),
    );
    expect(await balances(someone)).toEqual([['USD', 210]]);
    expect(await entries(someone)).toHaveLength(20);
  });

  test('of the simulated bank arrives, and its second copy changes nothing', async () => {
    const someone = await inLive(await person());
    const callback = `${process.env['TEST_API_URL']}/partners/bank/events`;
    const sent = await fetch(`${process.env['TEST_SIMULATOR_URL']}/bank/deposits`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        user_id: someone.userId,
        amount_minor: 1234,
        currency: 'GBP',
        callback_url: callback,
        copies: 2,
      }),
    });
    const { event_id: eventId } = (await sent.json()) as { event_id: string };
    await until(
      () => balances(someone),
      (now) => now.length > 0,
    );
    expect(await balances(someone)).toEqual([['GBP', 1234]]);
    expect(await eventsOf(someone)).toEqual([{ event_id: eventId, type: 'deposit.received' }]);
  });
});

describe('a wallet', () => {
  test('takes what still fits; the rest is in suspense', async () => {
    const someone = await inLive(await person());
    await fill(someone, MOST_IN_WALLET - 1);
    expect(outcomeOf(await tell(await received(someone, { amount_minor: 1 })))).toEqual([200, { ok: true }]);
    const late = await received(someone, { amount_minor: 1 });
    for (let copy = 0; copy < 2; copy++) expect(outcomeOf(await tell(late))).toEqual([200, { ok: true }]);
    expect(await balances(someone)).toEqual([['USD', MOST_IN_WALLET]]);
    expect(await casesOf(late.id)).toEqual([{ kind: 'past_bound', amount: '1' }]);
  });

  test('that is as full as a column can be takes no more', async () => {
    const someone = await inLive(await person());
    await fill(someone, Number.MAX_SAFE_INTEGER);
    const late = await received(someone, { amount_minor: MOST });
    expect(outcomeOf(await tell(late))).toEqual([200, { ok: true }]);
    expect(await balances(someone)).toEqual([['USD', Number.MAX_SAFE_INTEGER]]);
    expect(await casesOf(late.id)).toEqual([{ kind: 'past_bound', amount: String(MOST) }]);
  });

  const casesOf = async (eventId: string) =>
    (await books.query('select kind, amount from suspense_cases where event_id = $1', [eventId])).rows;

  /** Puts this much in as an event of the bank would. */
  async function fill(by: Person, amount: number): Promise<void> {
    const values = [randomUUID(), by.userId, amount];
    await books.query(
      `with event as (
         insert into partner_events (partner, event_id, type, reference, occurred_at)
         values ('bank', $1::text, 'deposit.received', $2::text, clock_timestamp())),
       journal as (
         insert into journals (id, env, currency, kind, op_key, entry_count, at)
         values ($1::uuid, 'live', 'USD', 'deposit', 'deposit:' || $1::text, 2, clock_timestamp()))
       insert into entries (journal_id, account_id, env, currency, amount)
       values ($1::uuid, account_of('live', 'USD', 'wallet', $2::uuid), 'live', 'USD', $3::bigint),
              ($1::uuid, account_of('live', 'USD', 'funding', null), 'live', 'USD', -$3::bigint)`,
      values,
    );
  }
});

describe('the integrity checks', () => {
  const CHECK =
    'every deposit that the bank reported is one journal from funding to a live wallet or to suspense, and the reverse';

  /** Counts the check's violations after a change, which is rolled back. */
  async function violationsAfter(change: string, values: unknown[]): Promise<number | undefined> {
    const client = await books.connect();
    try {
      await client.query('begin');
      await client.query(change, values);
      return (await checkIntegrity(client)).find(({ name }) => name === CHECK)?.violations;
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  test('find a deposit that was not credited, a credit that no event asked for, and one to somebody else', async () => {
    const someone = await person();
    await tell(await received(someone));
    const event = `insert into partner_events (partner, event_id, type, reference, occurred_at)
                   values ('bank', $1, 'deposit.received', $2, clock_timestamp())`;
    const credit = `with journal as (
                      insert into journals (id, env, currency, kind, op_key, entry_count, at)
                      values ($1::uuid, 'live', 'USD', 'deposit', 'deposit:' || $1::text, 2, clock_timestamp()))
                    insert into entries (journal_id, account_id, env, currency, amount)
                    values ($1::uuid, account_of('live', 'USD', 'wallet', $2::uuid), 'live', 'USD', 5),
                           ($1::uuid, account_of('live', 'USD', 'funding', null), 'live', 'USD', -5)`;
    expect(await violationsAfter('select $1::text, $2::text', ['', ''])).toBe(0);
    expect(await violationsAfter(event, [randomUUID(), someone.userId])).toBe(1);
    expect(await violationsAfter(credit, [randomUUID(), someone.userId])).toBe(1);
    expect(
      await violationsAfter(
        `${credit.replace(/^with/, `with event as (${event.replace('$1', '$1::text').replace('$2', '$3::text')}),`)}`,
        [randomUUID(), someone.userId, (await person()).userId],
      ),
    ).toBe(1);
  });
});

describe('a caller that may report deposits', () => {
  const refusal = [401, 'invalid signature'];

  test('is the bank only, by a signature over these bytes within five minutes', async () => {
    const someone = await inLive(await person());
    const event = depositEvent(someone);
    expect(outcomeOf(await api('POST', '/partners/bank/events', { body: event }))).toEqual(refusal);
    for (const leftOut of [TIMESTAMP_HEADER, SIGNATURE_HEADER])
      expect(outcomeOf(await tell(event, { leftOut }))).toEqual(refusal);
    for (const secret of ['x', '', OTHER_SECRET])
      expect(outcomeOf(await tell(event, { secret }))).toEqual(refusal);
    for (const secondsAgo of [302, 86_400, -302])
      expect(outcomeOf(await tell(event, { secondsAgo }))).toEqual(refusal);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = signCallback(SECRET, timestamp, Buffer.from(JSON.stringify(event)));
    const headers = { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature };
    expect(
      outcomeOf(
        await api('POST', '/partners/bank/events', { headers, body: { ...event, amount_minor: 5001 } }),
      ),
    ).toEqual(refusal);
    expect(
      outcomeOf(await api('POST', '/partners/bank/events', { session: someone.session, body: event })),
    ).toEqual(refusal);
    expect(await balances(someone)).toEqual([]);
    expect(await eventsOf(someone)).toEqual([]);
  });

  test('is the bank still after four minutes, and a recorded copy of its bytes changes nothing', async () => {
    const someone = await inLive(await person());
    const event = await received(someone);
    expect((await tell(event, { secondsAgo: 240 })).status).toBe(200);
    expect((await tell(event, { secondsAgo: 240 })).status).toBe(200);
    expect(await balances(someone)).toEqual([['USD', 5000]]);
  });
});

describe('an event of the bank', () => {
  test('about an unknown user is accepted; a deposit that the bank does not have is booked nowhere', async () => {
    for (const reference of [randomUUID(), 'x', '', (await person()).userId.toUpperCase()]) {
      const event = depositEvent({ userId: reference });
      expect(outcomeOf(await tell(event))).toEqual([200, { ok: true }]);
      const { rows } = await books.query('select 1 from suspense_cases where event_id = $1', [event.id]);
      expect(rows).toEqual([]);
    }
  });

  test('has the shape of an event, else nothing is written', async () => {
    const someone = await inLive(await person());
    const wrong: [object, RegExp][] = [
      ...[0, -1, 1.5, 2 ** 53, '5', null, true, []].map((amount_minor): [object, RegExp] => [
        { amount_minor },
        /^amount_minor: /,
      ]),
      ...['usd', 'XXX', 'XAU', '', 5, null].map((currency): [object, RegExp] => [
        { currency },
        /^bad currency$/,
      ]),
      ...[5, null, '', ' ', 'x'.repeat(201), 'nul\0', 'half \ud800'].map((id): [object, RegExp] => [
        { id },
        /^id: /,
      ]),
      ...[5, null, [someone.userId]].map((reference): [object, RegExp] => [{ reference }, /^reference: /]),
      ...['deposit.sent', 'DEPOSIT.RECEIVED', '', 5, null].map((type): [object, RegExp] => [
        { type },
        /^type: /,
      ]),
      ...['yesterday', '2026-02-30T00:00:00Z', '2026-01-01', 5, null, '2026-12-31T23:59:60Z'].map(
        (occurred_at): [object, RegExp] => [{ occurred_at }, /^occurred_at: /],
      ),
    ];
    for (const [more, reason] of wrong) {
      expect(outcomeOf(await tell(depositEvent(someone, more)))).toEqual([
        400,
        expect.stringMatching(reason),
      ]);
    }
    for (const body of ['{', '[]', '"x"']) expect(outcomeOf(await tell(body))).toEqual([400, 'bad json']);
    expect(await balances(someone)).toEqual([]);
    expect(await eventsOf(someone)).toEqual([]);
  });

  test('may hold unknown fields', async () => {
    const someone = await inLive(await person());
    const more = { deposit_id: 'de_1', memo: { from: ['a', 'b'] }, occurred_at: '0001-01-01T00:00:00+14:00' };
    const event = { ...(await received(someone, { amount_minor: 3 })), ...more };
    expect(outcomeOf(await tell(event))).toEqual([200, { ok: true }]);
    expect(await balances(someone)).toEqual([['USD', 3]]);
  });

  test('may hold ids that the bank cannot have: they are accepted and credit nothing', async () => {
    const someone = await inLive(await person());
    for (const id of [
      `'; drop table journals; --`,
      '😀'.repeat(100),
      `evt ${randomUUID()}`,
      '.',
      '..',
      '../x',
    ]) {
      expect(outcomeOf(await tell(depositEvent(someone, { id })))).toEqual([200, { ok: true }]);
    }
    expect([await balances(someone), await eventsOf(someone)]).toEqual([[], []]);
  });
});

import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { verifyWebhook } from '../../../sdk/index.ts';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { apiTest } from '../../support/api-test.ts';
import { OLGA, OMAR } from '../../support/operators.ts';
import { api, authorized, call, item, merchant, person, shopper, until } from '../../support/people.ts';
import type { Answer, Merchant, Person } from '../../support/people.ts';

/** API and worker of their own, to be stopped and killed. */
const service = apiTest({ own: 'idempotency_faults' });
const { books } = service;
let temporal: Client;
let shop: Merchant;
let buyer: Person;

beforeAll(async () => {
  temporal = new Client({
    connection: await Connection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] as string }),
  });
  [shop, buyer] = await Promise.all([merchant(), shopper({ funds: 1_000_000 })]);
  const account = {
    routing_number: '021000021',
    account_number: '123456789',
    name: 'Corner Shop LLC',
    org_id: shop.orgId,
  };
  await call('POST', '/bank/payout-ach', { session: shop.session, body: account });
  await captured(100_000);
});
afterAll(() => temporal.connection.close());

async function captured(total = 1000): Promise<string> {
  const { authId } = await authorized(shop, buyer, { total });
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  return authId;
}

/** One command, how often it may be given, and the row that it leaves. */
interface Case {
  readonly path: string;
  readonly credential: { key?: string; session?: string; headers?: Record<string, string> };
  readonly body: object;
  /** The table of what it makes, and of whose rows there may be one more. */
  readonly made: string;
}

const give = ({ path, credential, body }: Case, key: string): Promise<Answer> =>
  api('POST', path, { ...credential, body, headers: { ...credential.headers, 'idempotency-key': key } });
const rows = async (made: string): Promise<number> =>
  (await books.query<{ n: number }>(`select count(*)::integer as n from ${made}`)).rows[0]?.n ?? -1;
/** Asks until the answer is no `409` and no `503`: what a client does that was cut off. */
const persist = (ask: () => Promise<Answer>): Promise<Answer> =>
  until(ask, ({ status }) => status !== 409 && status !== 503, 30_000);
const signal = (which: 'api' | 'worker', name: NodeJS.Signals) =>
  process.kill(service.applications[which].pid, name);

/** Where a command is written down before its workflow, which is named after the same id. */
const REQUESTS: Readonly<Record<string, string>> = {
  checkouts: 'carts',
  returns: 'return_requests',
  payouts: 'payout_requests',
};
const requested = async (made: string): Promise<string[]> =>
  (await books.query<{ id: string }>(`select id from ${REQUESTS[made]}`)).rows.map(({ id }) => id);

/** Waits until Temporal has the workflow of a request that was not there before. */
const started = async (made: string, before: readonly string[]): Promise<void> => {
  const isRunning = async (id: string): Promise<boolean> =>
    temporal.workflow
      .getHandle(`${made.slice(0, -1)}:${id}`)
      .describe()
      .then(
        () => true,
        () => false,
      );
  await until(
    async () => Promise.all((await requested(made)).filter((id) => !before.includes(id)).map(isRunning)),
    (running) => running.includes(true),
  );
};

const cases: Record<'checkout' | 'return' | 'payout', () => Promise<Case>> = {
  checkout: async () => ({
    path: '/checkouts',
    credential: { key: shop.key },
    body: { items: [item()], total: 1000 },
    made: 'checkouts',
  }),
  return: async () => ({
    path: `/charges/${await captured()}/return`,
    credential: { key: shop.key },
    body: {},
    made: 'returns',
  }),
  payout: async () => ({
    path: '/payouts',
    credential: { key: shop.key },
    body: { amount_minor: 100, currency: 'USD', country_code: 'US' },
    made: 'payouts',
  }),
};

/** Does the work while no deadline passes, however slow the machine is. */
async function withoutDeadlines(work: () => Promise<void>): Promise<void> {
  const define = (body: string) =>
    books.query(
      `create or replace function require_in_time(deadline timestamptz) returns boolean language plpgsql volatile as $$${body}$$`,
    );
  const { rows: found } = await books.query<{ prosrc: string }>(
    `select prosrc from pg_proc where proname = 'require_in_time'`,
  );
  await define('begin return true; end');
  await work().finally(() => define(found[0]?.prosrc ?? ''));
}

/** Lets the command reach its commit, and kills the API before it can answer. */
async function killedBeforeAnswer(command: Case, key: string): Promise<void> {
  const before = await rows(command.made);
  const earlier = await requested(command.made);
  signal('worker', 'SIGSTOP');
  const lost = give(command, key).then(
    () => 'answered',
    () => 'cut off',
  );
  try {
    await started(command.made, earlier);
    signal('api', 'SIGSTOP');
    await withoutDeadlines(async () => {
      signal('worker', 'SIGCONT');
      await until(
        () => rows(command.made),
        (now) => now === before + 1,
      );
    });
  } finally {
    signal('worker', 'SIGCONT');
    await service.applications.api.kill();
    await service.applications.restartApi();
  }
  expect(await lost).toBe('cut off');
}

test.each(['checkout', 'return', 'payout'] as const)(
  'the API killed between the commit of a %s and its answer: the repeat gets the result, and nothing is done twice',
  async (what) => {
    const command = await cases[what]();
    const key = randomUUID();
    const before = await rows(command.made);
    await killedBeforeAnswer(command, key);
    const again = await persist(() => give(command, key));
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
    const id = again.body.id ?? again.body.return_id ?? again.body.instruction_id;
    expect(await rows(`${command.made} where id = '${id}'`)).toBe(1);
    expect(await rows(command.made)).toBe(before + 1);
    const third = await give(command, key);
    expect([third.status, third.body, third.headers.get('idempotent-replayed')]).toEqual([
      200,
      again.body,
      'true',
    ]);
    expect((await give({ ...command, body: { other: 'body' } }, key)).status).toBe(422);
  },
  60_000,
);

test.each(['checkout', 'return', 'payout'] as const)(
  'a %s that came too late and was dropped: 503 is not kept, and the repeat under the same key does it, once',
  async (what) => {
    const command = await cases[what]();
    const key = randomUUID();
    const before = await rows(command.made);
    signal('worker', 'SIGSTOP');
    const lost = await give(command, key);
    expect(lost.status).toBe(503);
    signal('worker', 'SIGCONT');
    const again = await persist(() => give(command, key));
    expect(again.status).toBe(200);
    expect(await rows(command.made)).toBe(before + 1);
    const third = await give(command, key);
    expect([third.body, third.headers.get('idempotent-replayed')]).toEqual([again.body, 'true']);
  },
  60_000,
);

describe('a run whose answer was lost is found by the repeat:', () => {
  /** As if the API had died after its commit: the answer is gone, the claim is nobody's. */
  const loseAnswers = () =>
    books.query('update idempotent_requests set status = null, sealed_answer = null, org_id = null');
  const twice = async (
    path: string,
    credential: Case['credential'],
    body: object,
  ): Promise<[Answer, Answer]> => {
    const key = randomUUID();
    const first = await give({ path, credential, body, made: '' }, key);
    await loseAnswers();
    return [first, await give({ path, credential, body, made: '' }, key)];
  };

  test('an organization, a terminal, a top-up, a bank destination', async () => {
    const { session } = shop;
    const [org, sameOrg] = await twice('/orgs', { session }, { name: 'Second', country_code: 'US' });
    expect(sameOrg.body).toEqual(org.body);
    const [till, sameTill] = await twice('/terminals', { key: shop.key }, { title: 'Till' });
    expect(sameTill.body).toEqual(till.body);
    const [, topped] = await twice(
      '/sandbox/wallet/topup',
      { session },
      { amount_minor: 700, currency: 'EUR' },
    );
    expect(topped.body.balance_minor).toBe(700);
    const account = {
      routing_number: '021000021',
      account_number: '987654321',
      name: 'Corner Shop LLC',
      org_id: shop.orgId,
    };
    const [bank, sameBank] = await twice('/bank/payout-ach', { session }, account);
    expect(sameBank.body).toEqual(bank.body);
  });

  test('a key: it is the same one with another secret, for the first was never answered', async () => {
    const body = { org_id: shop.orgId, env: 'sandbox', name: 'till' };
    const [first, second] = await twice('/apikeys', { session: shop.session }, body);
    expect([second.status, second.body.id]).toEqual([200, first.body.id]);
    expect(await rows(`api_keys where id = '${first.body.id}'`)).toBe(1);
    expect((await call('GET', '/apikeys/verify', { key: second.body.key })).key_id).toBe(first.body.id);
    expect((await api('GET', '/apikeys/verify', { key: first.body.key })).status).toBe(401);
  });

  test('a member, an authorization, a void, a nudge of a payout', async () => {
    const [, again] = await twice(
      `/orgs/${shop.orgId}/members`,
      { session: shop.session },
      { user_id: buyer.userId, role: 'support' },
    );
    expect([again.status, again.body.role]).toEqual([200, 'support']);
    const { id } = await call('POST', '/checkouts', {
      key: shop.key,
      body: { items: [item()], total: 1000 },
    });
    const [hold, sameHold] = await twice(`/checkouts/${id}/authorize`, { session: buyer.session }, {});
    expect(sameHold.body).toEqual(hold.body);
    const [, ended] = await twice(`/charges/${hold.body.auth_id}/void`, { key: shop.key }, {});
    expect([ended.status, ended.body]).toEqual([200, { ok: true }]);
    const order = { amount_minor: 100, currency: 'USD', country_code: 'US' };
    const { instruction_id: payoutId } = await call('POST', '/payouts', { key: shop.key, body: order });
    const [, settled] = await twice(`/sandbox/payouts/${payoutId}/settle`, { key: shop.key }, {});
    expect([settled.status, settled.body]).toEqual([200, { ok: true }]);
  });

  test('an approval and a withdrawal of an adjustment, by the same operator alone', async () => {
    const money = { user_id: buyer.userId, env: 'sandbox', currency: 'USD', amount_minor: 10 };
    const propose = async (): Promise<string> =>
      (await call('POST', '/operator/adjustments', { headers: OLGA, body: { ...money, reason: 'seen' } })).id;
    for (const [act, body, status] of [
      ['approve', {}, 'APPROVED'],
      ['withdraw', { reason: 'a mistake' }, 'WITHDRAWN'],
    ] as const) {
      const id = await propose();
      const path = `/operator/adjustments/${id}/${act}`;
      for (const answer of await twice(path, { headers: OMAR }, body))
        expect([answer.status, answer.body]).toEqual([200, { id, status }]);
      const anew = await give({ path, credential: { headers: OMAR }, body, made: '' }, randomUUID());
      expect([anew.status, anew.body.error]).toEqual([400, `adjustment ${status.toLowerCase()}`]);
    }
  });

  test('a rotation of the webhook’s secret, a test event', async () => {
    const receiver = await startWebhookReceiver();
    const { session, orgId } = shop;
    const { secret } = await call('PUT', `/orgs/${orgId}/webhook`, { session, body: { url: receiver.url } });
    const [rotated, again] = await twice(`/orgs/${orgId}/webhook/rotate`, { session }, {});
    expect(again.body).toEqual(rotated.body);
    const [sent, sentBefore] = await twice(`/orgs/${orgId}/webhook/test`, { session }, {});
    expect(sentBefore.body.id).toBe(sent.body.id);
    const received = await until(
      () => Promise.resolve(receiver.received),
      ({ length }) => length > 0,
    );
    // The secret of before still signs: the repeat did not push it out.
    for (const { rawBody, headers } of received)
      expect(() => verifyWebhook(rawBody, headers, secret)).not.toThrow();
    expect(await rows(`events where org_id = '${orgId}' and test`)).toBe(1);
    await call('DELETE', `/orgs/${orgId}/webhook`, { session });
    await receiver.stop();
  });

  test('a payout, although the caller had lost the role in between', async () => {
    const teller = await person();
    const members = `/orgs/${shop.orgId}/members`;
    await call('POST', members, { session: shop.session, body: { user_id: teller.userId, role: 'finance' } });
    const become = (role: string) =>
      call('PATCH', `${members}/${teller.userId}`, { session: shop.session, body: { role } });
    const key = randomUUID();
    const body = { amount_minor: 123, currency: 'USD', country_code: 'US', org_id: shop.orgId };
    const ask = () =>
      give({ path: '/payouts', credential: { session: teller.session }, body, made: '' }, key);
    const first = await ask();
    expect(first.status).toBe(200);
    await loseAnswers();
    await become('support');
    expect((await ask()).status).toBe(403);
    await become('finance');
    expect((await ask()).body.instruction_id).toBe(first.body.instruction_id);
    expect(await rows('payouts where amount = 123')).toBe(1);
  });

  test('nothing, where the lost run had done nothing: the repeat is refused and the key is free for another request', async () => {
    const teller = await person();
    const members = `/orgs/${shop.orgId}/members`;
    await call('POST', members, { session: shop.session, body: { user_id: teller.userId, role: 'finance' } });
    const become = (role: string) =>
      call('PATCH', `${members}/${teller.userId}`, { session: shop.session, body: { role } });
    const key = randomUUID();
    const ask = (amount: number) => {
      const body = { amount_minor: amount, currency: 'USD', country_code: 'US', org_id: shop.orgId };
      return give({ path: '/payouts', credential: { session: teller.session }, body, made: '' }, key);
    };
    // Refused before anything was written, and the refusal was lost.
    expect((await ask(0)).status).toBe(400);
    await loseAnswers();
    await become('support');
    expect((await ask(0)).status).toBe(403);
    expect((await ask(124)).status).toBe(403);
    await become('finance');
    const done = await ask(124);
    expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect((await ask(0)).status).toBe(422);
    expect(await rows('payouts where amount = 124')).toBe(1);
  });

  test('a test event and a member, although the caller lost the role meanwhile: the keys keep naming them', async () => {
    const admin = await person();
    const helper = await person();
    const { session, orgId } = await merchant();
    await call('POST', `/orgs/${orgId}/members`, { session, body: { user_id: admin.userId, role: 'admin' } });
    const become = (role: string) =>
      call('PATCH', `/orgs/${orgId}/members/${admin.userId}`, { session, body: { role } });
    const receiver = await startWebhookReceiver();
    await call('PUT', `/orgs/${orgId}/webhook`, { session, body: { url: receiver.url } });
    const add: Case = {
      path: `/orgs/${orgId}/members`,
      credential: { session: admin.session },
      body: { user_id: helper.userId, role: 'support' },
      made: '',
    };
    const send: Case = {
      path: `/orgs/${orgId}/webhook/test`,
      credential: { session: admin.session },
      body: {},
      made: '',
    };
    const [forMember, forEvent] = [randomUUID(), randomUUID()];
    const first = [await give(add, forMember), await give(send, forEvent)];
    expect(first.map(({ status }) => status)).toEqual([200, 200]);
    await loseAnswers();
    await become('support');
    expect([(await give(add, forMember)).status, (await give(send, forEvent)).status]).toEqual([403, 403]);
    const other = { body: { other: 'body' } };
    expect([
      (await give({ ...add, ...other }, forMember)).status,
      (await give({ ...send, ...other }, forEvent)).status,
    ]).toEqual([422, 422]);
    await become('admin');
    const again = [await give(add, forMember), await give(send, forEvent)];
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    expect(again[1]?.body.id).toBe(first[1]?.body.id);
    expect(await rows(`events where org_id = '${orgId}' and test`)).toBe(1);
    await receiver.stop();
  });

  test('a move of the clock: it is not moved again', async () => {
    const own = await merchant();
    const [first, second] = await twice('/sandbox/clock/advance', { key: own.key }, { seconds: 7200 });
    expect([second.status, second.body]).toEqual([200, first.body]);
    const { now } = await call('GET', '/sandbox/clock', { key: own.key });
    expect(Date.parse(now) - Date.parse(first.body.now)).toBeLessThan(60_000);
  });
});

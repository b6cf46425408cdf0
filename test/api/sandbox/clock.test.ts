import { Client, Connection } from '@temporalio/client';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import type { WebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { RETRY_GAPS_MS } from '../../../src/domain/webhook-schedule.ts';
import { workflowId } from '../../../workflows/messages.ts';
import { apiTest } from '../../support/api-test.ts';
import {
  api,
  authorized,
  call,
  expectIntegrity,
  item,
  merchant,
  openCheckout,
  person,
  shopper,
  until,
} from '../../support/people.ts';
import type { Answer, Merchant, Person } from '../../support/people.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const { books } = apiTest({ check: 'after each test' });
let receiver: WebhookReceiver;
let shop: Merchant;
let buyer: Person;

beforeAll(async () => {
  receiver = await startWebhookReceiver({ answer: () => ({ status: 500 }) });
  buyer = await shopper({ funds: 10_000_000 });
});
beforeEach(async () => {
  shop = await merchant();
});
afterAll(() => receiver.stop());

interface FiredThing {
  readonly kind: string;
  readonly id: string;
  readonly due_at: string;
}

const iso = (at: number): string => new Date(at).toISOString();
const now = async (of = shop): Promise<number> =>
  Date.parse((await call('GET', '/sandbox/clock', { key: of.key })).now);
const ask = (body: unknown, of = shop): Promise<Answer> =>
  api('POST', '/sandbox/clock/advance', { key: of.key, body });
const advance = (body: unknown, of = shop): Promise<{ now: string; fired: FiredThing[] }> =>
  call('POST', '/sandbox/clock/advance', { key: of.key, body });
const moveTo = (at: number, of = shop) => advance({ to: iso(at) }, of);
const kinds = (fired: readonly FiredThing[]) => fired.map(({ kind }) => kind);

const statusOf = async (checkoutId: string): Promise<string> =>
  (await call('GET', `/checkouts/${checkoutId}`, { key: shop.key })).status;
const capture = (authId: string) => api('POST', `/charges/${authId}/capture`, { key: shop.key });
const pay = (checkoutId: string) =>
  api('POST', `/checkouts/${checkoutId}/authorize`, { session: buyer.session });
const wallet = async (someone: Person) =>
  (await call('GET', '/wallet', { session: someone.session })).wallets[0];

/** The one row that this answers. */
async function row<Row extends object>(query: string, id: string): Promise<Row> {
  const { rows } = await books.query<Row>(query, [id]);
  return rows[0] as Row;
}

/** A checkout that waits for its shopper. */
async function pending(expiresInSecs = 3600, of = shop): Promise<{ id: string; expiresAt: number }> {
  const { id } = await openCheckout(of, { cart: { expires_in_secs: expiresInSecs } });
  return { id, expiresAt: Date.parse((await call('GET', `/checkouts/${id}`, { key: of.key })).expires_at) };
}

/** A charge whose total is held. */
async function held(
  options: { cart?: object } = {},
): Promise<{ checkoutId: string; authId: string; holdEnds: number }> {
  const made = await authorized(shop, buyer, options);
  const { ends } = await row<{ ends: Date }>(
    'select hold_expires_at as ends from charges where id = $1',
    made.authId,
  );
  return { ...made, holdEnds: ends.getTime() };
}

/** A recommender's award that is pending, from a capture. */
async function award(): Promise<{ id: string; recommender: Person; lands: number }> {
  const recommender = await shopper({ funds: 0 });
  await call('POST', '/buy-list', {
    session: recommender.session,
    body: { merchant_id: shop.orgId, product_id: 'vase' },
  });
  const { authId } = await held({ cart: { items: [item({ product_id: 'vase', cashback_rate: 1000 })] } });
  expect((await capture(authId)).body).toMatchObject({ recommender_amount: 50 });
  const query = `select id, pending_until as lands from awards where charge_id = $1 and kind = 'recommender'`;
  const { id, lands } = await row<{ id: string; lands: Date }>(query, authId);
  return { id, recommender, lands: lands.getTime() };
}

/**
 * The result of `act` a second before `due`, for things that `make` makes. Org time goes on during `act`: if
 * that second is too short on a busy machine, both run again.
 */
async function secondBefore<Made extends { due: number }>(
  make: () => Promise<Made>,
  act: (made: Made) => Promise<unknown>,
): Promise<Made & { found: unknown }> {
  for (let round = 1; ; round++) {
    const made = await make();
    const { fired } = await moveTo(made.due - SECOND);
    expect(fired.filter(({ due_at }) => Date.parse(due_at) >= made.due)).toEqual([]);
    const found = await act(made);
    if ((await now()) < made.due || round === 5) return { ...made, found };
  }
}

describe('the clock of a sandbox', () => {
  test('begins as real time and goes on with it after every move', async () => {
    expect(Math.abs((await now()) - Date.now())).toBeLessThan(5 * SECOND);
    const before = await now();
    const moved = await advance({ seconds: 3600 });
    expect(Object.keys(moved)).toEqual(['now', 'fired']);
    expect(moved.fired).toEqual([]);
    expect(Date.parse(moved.now)).toBeGreaterThanOrEqual(before + HOUR);
    expect(Date.parse(moved.now)).toBeLessThan(before + HOUR + 10 * SECOND);
    const first = await now();
    expect(first).toBeGreaterThanOrEqual(Date.parse(moved.now));
    await until(
      () => now(),
      (later) => later > first,
    );
  });

  test('moves to a time in any zone', async () => {
    const to = Math.ceil((await now()) / SECOND) * SECOND + DAY;
    const local = iso(to + 2 * HOUR).replace('.000Z', '+02:00');
    expect(Date.parse((await advance({ to: local })).now)).toBeGreaterThanOrEqual(to);
    expect(await now()).toBeLessThan(to + 10 * SECOND);
  });

  test('dates objects that are created after a move', async () => {
    await advance({ seconds: 10 * 24 * 3600 });
    const before = await now();
    const { authId, checkoutId } = await held();
    await capture(authId);
    const after = await now();
    const checkout = await call('GET', `/checkouts/${checkoutId}`, { key: shop.key });
    const query =
      'select authorized_at as held, captured_at as captured, hold_expires_at as ends from charges where id = $1';
    const charge = await row<{ held: Date; captured: Date; ends: Date }>(query, authId);
    for (const at of [Date.parse(checkout.created_at), charge.held.getTime(), charge.captured.getTime()]) {
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThanOrEqual(after);
    }
    expect(charge.ends.getTime()).toBe(charge.held.getTime() + 7 * DAY);
  });

  test('does by itself in real time what a move has left close', async () => {
    const { id, expiresAt } = await pending();
    await moveTo(expiresAt - 1500);
    await until(
      () => statusOf(id),
      (status) => status === 'EXPIRED',
    );
    expect(await now()).toBeLessThan(expiresAt + 5 * SECOND);
  });

  test('leaves the other orgs where they are', async () => {
    const other = await merchant();
    const theirs = await pending(60, other);
    await pending(60);
    expect(kinds((await advance({ seconds: 3600 })).fired)).toEqual(['checkout_expiry']);
    expect(Math.abs((await now(other)) - Date.now())).toBeLessThan(5 * SECOND);
    expect((await call('GET', `/checkouts/${theirs.id}`, { key: other.key })).status).toBe('PENDING');
  });
});

describe('a checkout', () => {
  test('may be paid a second before its expiry', async () => {
    const { found } = await secondBefore(
      async () => {
        const { id, expiresAt } = await pending();
        return { id, due: expiresAt };
      },
      async ({ id }) => (await pay(id)).status,
    );
    expect(found).toBe(200);
  });

  test('has expired at its expiry, and not before', async () => {
    const { id, expiresAt } = await pending();
    const { fired } = await moveTo(expiresAt);
    expect(fired).toEqual([{ kind: 'checkout_expiry', id, due_at: iso(expiresAt) }]);
    expect(await statusOf(id)).toBe('EXPIRED');
    expect((await pay(id)).body).toEqual({ error: 'checkout expired' });
    expect((await advance({ seconds: 3600 })).fired).toEqual([]);
  });

  test('expires though its workflow was lost', async () => {
    const { id, expiresAt } = await pending();
    const connection = await Connection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] as string });
    await new Client({ connection }).workflow.getHandle(workflowId.checkout(id)).terminate('lost');
    await connection.close();
    expect(kinds((await moveTo(expiresAt)).fired)).toEqual(['checkout_expiry']);
    expect(await statusOf(id)).toBe('EXPIRED');
  });
});

describe('a hold', () => {
  test('may be captured a second before its seven days are over', async () => {
    const { found } = await secondBefore(
      async () => {
        const { authId, holdEnds } = await held();
        return { authId, due: holdEnds };
      },
      async ({ authId }) => (await capture(authId)).status,
    );
    expect(found).toBe(200);
  });

  test('is released at seven days: auth expired', async () => {
    const someone = await shopper({ funds: 5000 });
    const { authId, checkoutId } = await authorized(shop, someone);
    const query = 'select hold_expires_at as ends, authorized_at as begun from charges where id = $1';
    const { ends, begun } = await row<{ ends: Date; begun: Date }>(query, authId);
    const holdEnds = ends.getTime();
    expect(holdEnds).toBe(begun.getTime() + 7 * DAY);
    const { fired } = await moveTo(holdEnds);
    expect(fired).toEqual([{ kind: 'hold_lapse', id: authId, due_at: iso(holdEnds) }]);
    expect(await wallet(someone)).toMatchObject({ held_minor: 0, available_minor: 5000 });
    expect(await statusOf(checkoutId)).toBe('EXPIRED');
    const late = await capture(authId);
    expect([late.status, late.body]).toEqual([400, { error: 'auth expired' }]);
  });

  /** Captures after so many other calls, so that captures meet the move at different moments. */
  const captureAfter = async (calls: number, authId: string): Promise<Answer> => {
    for (let made = 0; made < calls; made++) await now();
    return capture(authId);
  };

  test('that is captured while the clock passes its end is captured or expired, never both', async () => {
    const outcomes = new Map<string, number>();
    for (let round = 0; round < 3 || (outcomes.size < 2 && round < 10); round++) {
      const charges = await Promise.all(Array.from({ length: 8 }, () => held()));
      const capturing = Promise.all(charges.map(({ authId }, index) => captureAfter(index, authId)));
      const { fired } = await advance({ seconds: 7 * 24 * 3600 + 60 });
      const captures = await capturing;
      for (const [index, { authId, checkoutId }] of charges.entries()) {
        const { status, body } = captures[index] as Answer;
        const lapsed = fired.some(({ kind, id }) => kind === 'hold_lapse' && id === authId);
        const found = await statusOf(checkoutId);
        if (status === 200) expect([lapsed, found]).toEqual([false, 'CAPTURED']);
        else expect([status, body, lapsed, found]).toEqual([400, { error: 'auth expired' }, true, 'EXPIRED']);
        outcomes.set(found, (outcomes.get(found) ?? 0) + 1);
      }
      await expectIntegrity(books);
    }
    expect([...outcomes.keys()].toSorted()).toEqual(['CAPTURED', 'EXPIRED']);
  });
});

describe('cashback', () => {
  test('is pending a second before its thirty days are over', async () => {
    const { found } = await secondBefore(
      async () => {
        const { recommender, lands } = await award();
        return { recommender, due: lands };
      },
      async ({ recommender }) => await wallet(recommender),
    );
    expect(found).toMatchObject({ balance_minor: 0, pending_cashback_minor: 50 });
  });

  test('lands in the wallet at thirty days', async () => {
    const { id, recommender, lands } = await award();
    const { begun } = await row<{ begun: Date }>(
      'select pending_from as begun from awards where id = $1',
      id,
    );
    expect(lands).toBe(begun.getTime() + 30 * DAY);
    const { fired } = await moveTo(lands);
    expect(fired).toEqual([{ kind: 'award_landing', id, due_at: iso(lands) }]);
    expect(await wallet(recommender)).toMatchObject({ balance_minor: 50, pending_cashback_minor: 0 });
    // Its workflow, which the server begins in thirty days of real time, is woken and ends.
    const connection = await Connection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] as string });
    const workflow = new Client({ connection }).workflow.getHandle(workflowId.award(id));
    expect(await workflow.result()).toBe('LANDED');
    await connection.close();
  });

  test('lands by itself in real time when a move has left it close', async () => {
    const { id, lands } = await award();
    await moveTo(lands - 1500);
    const awardNow = () =>
      row<{ status: string; landed: Date | null }>(
        'select status, landed_at as landed from awards where id = $1',
        id,
      );
    const { landed } = await until(awardNow, ({ status }) => status === 'LANDED');
    expect(landed?.getTime()).toBe(lands);
    expect(await now()).toBeLessThan(lands + 8 * SECOND);
  });

  test('lands though its workflow was lost', async () => {
    const { id, recommender, lands } = await award();
    const connection = await Connection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] as string });
    const workflow = new Client({ connection }).workflow.getHandle(workflowId.award(id));
    await until(
      () =>
        workflow.terminate('lost').then(
          () => true,
          () => false,
        ),
      Boolean,
    );
    await connection.close();
    expect(kinds((await moveTo(lands)).fired)).toEqual(['award_landing']);
    expect(await wallet(recommender)).toMatchObject({ balance_minor: 50, pending_cashback_minor: 0 });
  });
});

describe('a webhook that fails', () => {
  const attemptsOf = async (deliveryId: string) =>
    (
      await books.query<{ at: Date; ms: number }>(
        'select at, ms from delivery_attempts where delivery_id = $1 order by number',
        [deliveryId],
      )
    ).rows.map(({ at, ms }) => ({ at: at.getTime(), ended: at.getTime() + ms }));
  const gapsOf = (attempts: readonly { at: number; ended: number }[]) =>
    attempts.slice(1).map(({ at }, index) => at - attempts[index]!.ended);
  const deliveryOf = async () =>
    (await row<{ id: string }>('select id from deliveries where org_id = $1', shop.orgId)).id;
  const stateOf = (id: string) =>
    row<{ status: string; attempts: number; next: Date | null }>(
      'select status, attempts, next_attempt_at as next from deliveries where id = $1',
      id,
    );
  const requestsOf = (id: string) =>
    receiver.received.filter(({ headers }) => headers['x-service-delivery'] === id);

  beforeEach(() =>
    call('PUT', `/orgs/${shop.orgId}/webhook`, { session: shop.session, body: { url: receiver.url } }),
  );

  test('is sent six times, each when it is due, and has FAILED, in one move', async () => {
    await held();
    const id = await deliveryOf();
    const { fired } = await advance({ seconds: 8 * 3600 });
    const attempts = await attemptsOf(id);
    expect(gapsOf(attempts)).toEqual(RETRY_GAPS_MS);
    expect(fired).toEqual(
      attempts.slice(1).map(({ at }) => ({ kind: 'webhook_retry', id, due_at: iso(at) })),
    );
    expect(await stateOf(id)).toMatchObject({ status: 'FAILED', attempts: 6 });
    expect(requestsOf(id)).toHaveLength(6);
    expect((await advance({ seconds: 24 * 3600 })).fired).toEqual([]);
    expect(requestsOf(id)).toHaveLength(6);
  });

  test('is sent six times, each when it is due, and has FAILED, in many moves', async () => {
    await held();
    const id = await deliveryOf();
    await until(
      () => stateOf(id),
      ({ next }) => next !== null,
    );
    for (let made = 1; made < 6; made++) {
      const due = (await stateOf(id)).next?.getTime() ?? 0;
      await moveTo(due - 30 * SECOND);
      expect((await stateOf(id)).attempts).toBe(made);
      expect((await moveTo(due)).fired).toEqual([{ kind: 'webhook_retry', id, due_at: iso(due) }]);
    }
    expect(gapsOf(await attemptsOf(id))).toEqual(RETRY_GAPS_MS);
    expect(await stateOf(id)).toMatchObject({ status: 'FAILED', attempts: 6 });
    expect(requestsOf(id)).toHaveLength(6);
  });

  test('and all else that falls due is done in one move, and reported in due order', async () => {
    const captured = await award();
    const lapses = await held();
    const [soon, later] = [await pending(60), await pending(2 * 3600)];
    const { fired } = await advance({ seconds: 31 * 24 * 3600 });
    const dueTimes = fired.map(({ due_at }) => Date.parse(due_at));
    expect(dueTimes).toEqual(dueTimes.toSorted((one, other) => one - other));
    expect(fired.filter(({ kind }) => kind !== 'webhook_retry')).toEqual([
      { kind: 'checkout_expiry', id: soon.id, due_at: iso(soon.expiresAt) },
      { kind: 'checkout_expiry', id: later.id, due_at: iso(later.expiresAt) },
      { kind: 'hold_lapse', id: lapses.authId, due_at: iso(lapses.holdEnds) },
      { kind: 'award_landing', id: captured.id, due_at: iso(captured.lands) },
    ]);
    // Authorized twice, captured once: each retry is made due by the one before it.
    expect(kinds(fired).filter((kind) => kind === 'webhook_retry')).toHaveLength(3 * 5);
    const { open } = await row<{ open: number }>(
      'select count(*)::int as open from due_things where org_id = $1',
      shop.orgId,
    );
    expect(open).toBe(0);
  });
});

describe('moves of one clock at once', () => {
  test('come one after the other, and each tells what it has done', async () => {
    const checkouts = await Promise.all([pending(60), pending(90 * 60), pending(3 * 3600 - 60)]);
    const before = await now();
    const moves = await Promise.all([
      advance({ seconds: 3600 }),
      advance({ seconds: 3600 }),
      advance({ seconds: 3600 }),
    ]);
    expect((await now()) - before).toBeGreaterThanOrEqual(3 * HOUR);
    expect((await now()) - before).toBeLessThan(3 * HOUR + MINUTE);
    const inOrder = moves.toSorted((one, other) => one.now.localeCompare(other.now));
    expect(inOrder.map(({ fired }) => fired.map(({ id }) => id))).toEqual(checkouts.map(({ id }) => [id]));
  });

  test('to one and the same time end there', async () => {
    const { id } = await pending(60);
    const to = (await now()) + HOUR;
    const answers = await Promise.all(Array.from({ length: 3 }, () => ask({ to: iso(to) })));
    const fired = answers
      .filter(({ status }) => status === 200)
      .flatMap(({ body }) => body.fired as FiredThing[]);
    expect(fired.map((thing) => thing.id)).toEqual([id]);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body]).toEqual([400, { error: 'to: must not lie in the past' }]);
    expect(await now()).toBeLessThan(to + MINUTE);
  });
});

describe('a move is refused', () => {
  test.each([
    [{}, 'seconds: send either seconds or to'],
    [{ seconds: null }, 'seconds: send either seconds or to'],
    [{ seconds: 60, to: '2099-01-01T00:00:00Z' }, 'seconds: send either seconds or to'],
    [{ seconds: 0 }, 'seconds: must be 1 or more'],
    [{ seconds: -1 }, 'seconds: must be 1 or more'],
    [{ seconds: 1.5 }, 'seconds: must be a whole number'],
    [{ seconds: '60' }, 'seconds: must be a whole number'],
    [{ seconds: 366 * 86_400 + 1 }, 'seconds: must be at most 31622400'],
    [{ to: 'tomorrow' }, 'to: must be an RFC 3339 time'],
    [{ to: '2099-02-30T00:00:00Z' }, 'to: must be an RFC 3339 time'],
    [{ to: 1_800_000_000 }, 'to: must be an RFC 3339 time'],
    [{ to: '2020-01-01T00:00:00Z' }, 'to: must not lie in the past'],
    [{ to: '9999-12-31T23:59:59Z' }, 'to: must be at most 366 days ahead'],
  ])('%j: %s', async (body, error) => {
    const { status, body: answer } = await ask(body);
    expect([status, answer]).toEqual([400, { error }]);
    expect(Math.abs((await now()) - Date.now())).toBeLessThan(5 * SECOND);
  });

  test('to before the clock’s time, though not before real time', async () => {
    await advance({ seconds: 86_400 });
    expect((await ask({ to: iso(Date.now() + HOUR) })).body).toEqual({
      error: 'to: must not lie in the past',
    });
  });

  test('not for the whole of 366 days, and beyond a hundred years it is', async () => {
    const before = await now();
    expect(Date.parse((await advance({ seconds: 366 * 86_400 })).now)).toBeGreaterThanOrEqual(
      before + 366 * DAY,
    );
    await books.query('update org_clocks set offset_ms = 3155760000000 - 5000 where org_id = $1', [
      shop.orgId,
    ]);
    expect((await ask({ seconds: 60 })).body).toEqual({
      error: 'seconds: the clock runs at most 100 years ahead of real time',
    });
  });
});

describe('the clock is for', () => {
  const both = async (credentials: object, body: object = {}) => {
    const get = await api('GET', '/sandbox/clock', credentials);
    const post = await api('POST', '/sandbox/clock/advance', {
      ...credentials,
      body: { seconds: 1, ...body },
    });
    return [get, post].map(({ status, body: answer }) => [status, answer.error]);
  };
  const member = async (role: string): Promise<Person> => {
    const someone = await person();
    await books.query('insert into members (org_id, user_id, role) values ($1, $2, $3)', [
      shop.orgId,
      someone.userId,
      role,
    ]);
    return someone;
  };

  test.each(['owner', 'admin'])('an %s', async (role) => {
    expect(await both({ session: (await member(role)).session })).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
  });

  test.each(['finance', 'support', 'developer'])('a member in %s, to read only', async (role) => {
    const { session } = await member(role);
    expect(await both({ session }, { seconds: 'bad' })).toEqual([
      [200, undefined],
      [403, 'owner/admin required'],
    ]);
  });

  test('nobody without a credential, and nobody of another org', async () => {
    expect(await both({})).toEqual([
      [401, 'missing x-api-key'],
      [401, 'missing x-api-key'],
    ]);
    const stranger = await person();
    expect(await both({ session: stranger.session })).toEqual([
      [400, 'org_id required'],
      [400, 'org_id required'],
    ]);
    const theirs = await api('GET', `/sandbox/clock?org_id=${shop.orgId}`, { session: stranger.session });
    const moved = await api('POST', '/sandbox/clock/advance', {
      session: stranger.session,
      body: { org_id: shop.orgId, seconds: 1 },
    });
    expect([theirs, moved].map(({ status, body }) => [status, body.error])).toEqual([
      [404, 'org not found'],
      [404, 'org not found'],
    ]);
  });

  test('no live credential: to them it is not there', async () => {
    const { key } = await call('POST', '/apikeys', {
      session: shop.session,
      body: { org_id: shop.orgId, env: 'live', name: 'till' },
    });
    expect(await both({ key }, { seconds: 'bad' })).toEqual([
      [404, 'not found'],
      [404, 'not found'],
    ]);
    const live = await person();
    await books.query(`update sessions set env = 'live' where user_id = $1`, [live.userId]);
    expect(await both({ session: live.session })).toEqual([
      [404, 'not found'],
      [404, 'not found'],
    ]);
  });
});

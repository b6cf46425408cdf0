import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import {
  api,
  authorized,
  call,
  item,
  merchant,
  openCheckout,
  person,
  shopper,
} from '../../support/people.ts';
import type { Merchant, Person, Request } from '../../support/people.ts';

const { books } = apiTest();
let shop: Merchant;
let otherShop: Merchant;
let buyer: Person;

beforeAll(async () => {
  [shop, otherShop, buyer] = await Promise.all([merchant(), merchant(), shopper()]);
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Status and reason of a refusal; of a success the status alone. */
async function answerOf(method: string, path: string, request: Request): Promise<unknown[]> {
  const { status, body } = await api(method, path, request);
  return body.error === undefined ? [status] : [status, body.error];
}

const newTerminal = async (by: { key?: string; session?: string }, title = 'Till'): Promise<string> => {
  const body = await call('POST', '/terminals', { ...by, body: { title } });
  return body.id;
};
const list = (by: Merchant, query = '') => call('GET', `/terminals${query}`, { session: by.session });
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
const find = async (by: Merchant, id: string) =>
  (await list(by, '?limit=200')).terminals.find((row: { id: string }) => row.id === id);
const patch = (id: string, body: unknown, session = shop.session) =>
  api('PATCH', `/terminals/${id}`, { session, body });

/** The answer to a scan of a terminal: the checkout's id, or status and reason. */
async function scan(
  terminal: string,
  by: { key?: string; session?: string } = { key: shop.key },
): Promise<unknown> {
  const { status, body } = await api('GET', `/terminals/${terminal}/checkout`, by);
  return status === 200 ? body.id : [status, body.error];
}
const NOTHING_THERE = [404, 'no active checkout on this terminal'];

async function withSeveralOrgs(): Promise<{ session: string; orgs: string[] }> {
  const owner = await merchant();
  const second = await call('POST', '/orgs', {
    session: owner.session,
    body: { name: 'Second shop', country_code: 'DE' },
  });
  return { session: owner.session, orgs: [owner.orgId, second.org_id] };
}

describe('POST /terminals', () => {
  test('by key or session makes a reusable, active terminal and answers its id alone', async () => {
    const own = await merchant();
    for (const by of [{ key: own.key }, { session: own.session }]) {
      const body = await call('POST', '/terminals', {
        ...by,
        body: { title: 'Counter 1', terminal_type: 'USE_ONCE', status: 'INACTIVE' },
      });
      expect(body).toEqual({ id: expect.stringMatching(UUID) });
      expect(await find(own, body.id)).toEqual({
        id: body.id,
        title: 'Counter 1',
        terminal_type: 'REUSABLE',
        status: 'ACTIVE',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
      });
    }
  });

  test('of a session with several orgs, or with none, needs org_id', async () => {
    const { session, orgs } = await withSeveralOrgs();
    const at = (org_id?: unknown) =>
      answerOf('POST', '/terminals', { session, body: { title: 'Till', org_id } });
    expect(await at()).toEqual([400, 'org_id required']);
    expect(await at(null)).toEqual([400, 'org_id required']);
    for (const org of orgs) expect(await at(org)).toEqual([200]);
    const { terminals } = await call('GET', `/terminals?org_id=${orgs[1]}`, { session });
    expect(terminals).toHaveLength(1);
    expect(await answerOf('GET', '/terminals', { session })).toEqual([400, 'org_id required']);
    expect(await answerOf('POST', '/terminals', { session: buyer.session, body: { title: 'Till' } })).toEqual(
      [400, 'org_id required'],
    );
  });

  test('with the org_id of an org that one is not in answers org not found, before anything is said about the title', async () => {
    for (const org_id of [otherShop.orgId, randomUUID(), 'x', '', 5, shop.orgId.toUpperCase()]) {
      for (const by of [{ key: shop.key }, { session: shop.session }]) {
        expect(await answerOf('POST', '/terminals', { ...by, body: { org_id } })).toEqual([
          404,
          'org not found',
        ]);
      }
    }
    expect(
      await answerOf('POST', '/terminals', { key: shop.key, body: { title: 'Till', org_id: shop.orgId } }),
    ).toEqual([200]);
  });

  test('takes titles of 1 to 200 characters that are not blank', async () => {
    for (const title of ['x', '😀'.repeat(200)])
      expect((await find(shop, await newTerminal({ key: shop.key }, title))).title).toBe(title);
    for (const title of [undefined, null, 5, {}, '', ' \n', 'x'.repeat(201), 'nul\0', 'half \ud800']) {
      const { status, body } = await api('POST', '/terminals', { key: shop.key, body: { title } });
      expect([status, body]).toEqual([400, { error: expect.stringMatching(/^title: /) }]);
    }
  });

  test('needs a credential', async () => {
    expect(await answerOf('POST', '/terminals', { body: { title: 'Till' } })).toEqual([
      401,
      'missing x-api-key',
    ]);
    expect(await answerOf('GET', '/terminals', { key: shop.key })).toEqual([
      401,
      'invalid or expired session',
    ]);
    expect(await answerOf('PATCH', `/terminals/${randomUUID()}`, { key: shop.key, body: {} })).toEqual([
      401,
      'invalid or expired session',
    ]);
  });
});

describe('GET /terminals', () => {
  test('lists both types, newest first', async () => {
    const own = await merchant();
    expect(await list(own)).toEqual({ terminals: [], next_cursor: null });
    const first = await newTerminal(own);
    const { terminalId } = await openCheckout(own);
    const last = await newTerminal(own);
    const { terminals, next_cursor } = await list(own);
    expect(ids(terminals)).toEqual([last, terminalId, first]);
    expect(terminals[1]).toMatchObject({ terminal_type: 'USE_ONCE', title: '', status: 'ACTIVE' });
    expect(next_cursor).toBeNull();
  });

  test('filters by terminal_type', async () => {
    const own = await merchant();
    const reusable = await newTerminal(own);
    const { terminalId } = await openCheckout(own);
    expect(ids((await list(own, '?terminal_type=REUSABLE')).terminals)).toEqual([reusable]);
    expect(ids((await list(own, '?terminal_type=USE_ONCE')).terminals)).toEqual([terminalId]);
    for (const type of ['reusable', 'BOTH', 'REUSABLE,USE_ONCE', '', 'REUSABLE&terminal_type=USE_ONCE']) {
      expect(await answerOf('GET', `/terminals?terminal_type=${type}`, own)).toEqual([
        400,
        'bad terminal_type',
      ]);
    }
  });

  test('pages without repeating or missing one while others are inserted', async () => {
    const own = await merchant();
    const made: string[] = [];
    for (let number = 0; number < 7; number++) made.unshift(await newTerminal(own));
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { terminals: { id: string }[]; next_cursor: string | null } = await list(
        own,
        `?limit=3${cursor && `&cursor=${cursor}`}`,
      );
      expect(page.terminals.length).toBeLessThanOrEqual(3);
      paged.push(...ids(page.terminals));
      cursor = page.next_cursor;
      await newTerminal(own, 'inserted meanwhile');
    }
    expect(paged).toEqual(made);
  });

  test('pages exactly, with a tie-breaker, through rows of one moment', async () => {
    const own = await merchant();
    const { rows } = await books.query<{ id: string }>(
      `insert into terminals (id, org_id, title, terminal_type, created_at)
       select gen_random_uuid(), $1, 'Till', 'REUSABLE', '2026-01-01T00:00:00.123Z' from generate_series(1, 5) returning id`,
      [own.orgId],
    );
    const first = await list(own, '?limit=2');
    const second = await list(own, `?limit=2&cursor=${first.next_cursor}`);
    const third = await list(own, `?limit=2&cursor=${second.next_cursor}`);
    const all = [first, second, third].flatMap(({ terminals }) => ids(terminals));
    expect(all).toEqual(ids(rows).toSorted().toReversed());
    expect(third.next_cursor).toBeNull();
  });

  test('gives 50 a page by default, at most 200, and no cursor after the last', async () => {
    const own = await merchant();
    await books.query(
      `insert into terminals (id, org_id, title, terminal_type) select gen_random_uuid(), $1, 'Till', 'REUSABLE' from generate_series(1, 201)`,
      [own.orgId],
    );
    const plain = await list(own);
    expect([plain.terminals.length, typeof plain.next_cursor]).toEqual([50, 'string']);
    const most = await list(own, '?limit=200');
    expect(most.terminals).toHaveLength(200);
    const rest = await list(own, `?limit=1&cursor=${most.next_cursor}`);
    expect([rest.terminals.length, rest.next_cursor]).toEqual([1, null]);
  });

  test('refuses limits that are not 1 to 200, and cursors that are not its own for this filter', async () => {
    const own = await merchant();
    await Promise.all([newTerminal(own), newTerminal(own)]);
    for (const limit of ['0', '201', 'ten', '', '-1', '1.5', '1e1', '%2B5', '9999999999', '5&limit=6']) {
      expect(await answerOf('GET', `/terminals?limit=${limit}`, own)).toEqual([400, 'bad limit']);
    }
    const { next_cursor: cursor } = await list(own, '?limit=1&terminal_type=REUSABLE');
    expect(await answerOf('GET', `/terminals?terminal_type=REUSABLE&cursor=${cursor}`, own)).toEqual([200]);
    const { next_cursor: foreign } = await call('GET', '/terminals?limit=1', { session: shop.session });
    const bad = [
      cursor,
      foreign,
      `${cursor}&terminal_type=USE_ONCE`,
      '',
      'x',
      '.',
      '%00',
      `${cursor}x&terminal_type=REUSABLE`,
      `a&cursor=b`,
    ];
    for (const wrong of bad)
      expect(await answerOf('GET', `/terminals?cursor=${wrong}`, own)).toEqual([400, 'bad cursor']);
  });

  test('is for any member, and for members only', async () => {
    const support = await person();
    await books.query(`insert into members (org_id, user_id, role) values ($1, $2, 'support')`, [
      shop.orgId,
      support.userId,
    ]);
    const id = await newTerminal({ session: support.session });
    expect(await answerOf('GET', '/terminals', support)).toEqual([200]);
    expect(
      await answerOf('PATCH', `/terminals/${id}`, { session: support.session, body: { title: 'Mine' } }),
    ).toEqual([200]);
    await books.query('delete from members where user_id = $1', [support.userId]);
    expect(await answerOf('PATCH', `/terminals/${id}`, { session: support.session, body: {} })).toEqual([
      404,
      'terminal not found',
    ]);
    expect(await answerOf('GET', `/terminals?org_id=${shop.orgId}`, support)).toEqual([404, 'org not found']);
    expect(await answerOf('GET', `/terminals?org_id=x&limit=0`, shop)).toEqual([404, 'org not found']);
  });
});

describe('PATCH /terminals/{id}', () => {
  test('changes title and status, both ways; absent and null fields stay', async () => {
    const id = await newTerminal(shop, 'Old');
    const after = async (body: unknown) => {
      const { status, body: answer } = await patch(id, body);
      expect([status, answer]).toEqual([200, { ok: true }]);
      const { title, status: state } = await find(shop, id);
      return [title, state];
    };
    expect(await after({ title: 'New' })).toEqual(['New', 'ACTIVE']);
    expect(await after({ status: 'INACTIVE' })).toEqual(['New', 'INACTIVE']);
    expect(await after({})).toEqual(['New', 'INACTIVE']);
    expect(await after({ title: null, status: null, colour: 'red' })).toEqual(['New', 'INACTIVE']);
    expect(await after({ title: 'Newer', status: 'ACTIVE' })).toEqual(['Newer', 'ACTIVE']);
    expect(await api('PATCH', `/terminals/${id}`, { session: shop.session })).toMatchObject({
      status: 200,
      body: { ok: true },
    });
  });

  test('refuses other statuses and titles, and then changes nothing', async () => {
    const id = await newTerminal(shop, 'Kept');
    for (const status of ['active', 'DELETED', '', 5, ['ACTIVE']]) {
      expect(await patch(id, { title: 'Lost', status })).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/^status: /) },
      });
    }
    for (const title of ['', '  ', 5, 'x'.repeat(201), 'nul\0']) {
      expect(await patch(id, { title, status: 'INACTIVE' })).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/^title: /) },
      });
    }
    expect(await find(shop, id)).toMatchObject({ title: 'Kept', status: 'ACTIVE' });
  });

  test("of another org's terminal, an unknown one or an invalid id answers terminal not found, for every body", async () => {
    const foreign = await newTerminal(otherShop, 'Theirs');
    for (const id of [foreign, randomUUID(), 'x', (await newTerminal(shop)).toUpperCase()]) {
      for (const body of [{ title: 'Mine', status: 'INACTIVE' }, { status: 'bad' }]) {
        expect(await patch(id, body)).toMatchObject({ status: 404, body: { error: 'terminal not found' } });
      }
    }
    expect(await find(otherShop, foreign)).toMatchObject({ title: 'Theirs', status: 'ACTIVE' });
  });

  test('to INACTIVE refuses new carts only: the pending one can be read and paid', async () => {
    const terminal = await newTerminal(shop);
    const cart = { items: [item()], total: 1000, terminal_id: terminal };
    const { id } = await openCheckout(shop, { cart });
    await patch(terminal, { status: 'INACTIVE' });
    expect(await answerOf('POST', '/checkouts', { key: shop.key, body: cart })).toEqual([
      400,
      'terminal inactive',
    ]);
    expect(await scan(terminal, { session: buyer.session })).toBe(id);
    const { auth_id: authId } = await call('POST', `/checkouts/${id}/authorize`, { session: buyer.session });
    await call('POST', `/charges/${authId}/capture`, { key: shop.key });
    await patch(terminal, { status: 'ACTIVE' });
    expect(await answerOf('POST', '/checkouts', { key: shop.key, body: cart })).toEqual([200]);
  });
});

describe('GET /terminals/{id}/checkout', () => {
  test("gives the latest checkout in full to the org's key and to any consumer", async () => {
    const terminal = await newTerminal(shop);
    await openCheckout(shop, { cart: { terminal_id: terminal } });
    const { id } = await openCheckout(shop, { cart: { terminal_id: terminal } });
    const whole = await call('GET', `/checkouts/${id}`, { key: shop.key });
    expect(whole).toMatchObject({
      id,
      merchant_id: shop.orgId,
      terminal_id: terminal,
      items: [item()],
      currency: 'USD',
      total: 1000,
      status: 'PENDING',
    });
    const callers = [
      { key: shop.key },
      { session: buyer.session },
      { session: otherShop.session },
      { session: shop.session },
    ];
    for (const by of callers) expect(await call('GET', `/terminals/${terminal}/checkout`, by)).toEqual(whole);
  });

  test('works for the terminal that a checkout made for itself', async () => {
    const { id, terminalId } = await openCheckout(shop);
    expect(await scan(terminalId)).toBe(id);
    expect(await scan(terminalId, { session: buyer.session })).toBe(id);
  });

  test("is no active checkout for another org's key, an empty or unknown terminal, and an invalid id", async () => {
    const terminal = await newTerminal(shop);
    expect(await scan(terminal)).toEqual(NOTHING_THERE);
    await openCheckout(shop, { cart: { terminal_id: terminal } });
    expect(await scan(terminal, { key: otherShop.key })).toEqual(NOTHING_THERE);
    for (const id of [randomUUID(), 'x', '%00', terminal.toUpperCase()])
      expect(await scan(id, { session: buyer.session })).toEqual(NOTHING_THERE);
    expect(await scan(terminal, {})).toEqual([401, 'missing x-api-key']);
  });

  test('is no active checkout once it is authorized, captured or voided, and the terminal is free', async () => {
    const terminal = await newTerminal(shop);
    for (const end of ['capture', 'void']) {
      const { authId } = await authorized(shop, buyer, { cart: { terminal_id: terminal } });
      for (const by of [{ key: shop.key }, { session: buyer.session }])
        expect(await scan(terminal, by)).toEqual(NOTHING_THERE);
      await call('POST', `/charges/${authId}/${end}`, { key: shop.key });
      expect(await scan(terminal)).toEqual(NOTHING_THERE);
    }
    const { id } = await openCheckout(shop, { cart: { terminal_id: terminal } });
    expect(await scan(terminal)).toBe(id);
  });

  test('is no active checkout once it has expired', async () => {
    const own = await merchant();
    const terminal = await newTerminal(own);
    const { id } = await openCheckout(own, { cart: { terminal_id: terminal, expires_in_secs: 60 } });
    expect(await scan(terminal, own)).toBe(id);
    await books.query('insert into org_clocks (org_id, offset_ms) values ($1, 60000)', [own.orgId]);
    for (const by of [{ key: own.key }, { session: buyer.session }])
      expect(await scan(terminal, by)).toEqual(NOTHING_THERE);
    const newer = await openCheckout(own, { cart: { terminal_id: terminal } });
    expect(await scan(terminal, { key: own.key })).toBe(newer.id);
  });

  test('never gives a superseded one', async () => {
    const terminal = await newTerminal(shop);
    const first = await openCheckout(shop, { cart: { terminal_id: terminal } });
    const { authId } = await authorized(shop, buyer, { cart: { terminal_id: terminal } });
    expect(await call('GET', `/checkouts/${first.id}`, { key: shop.key })).toMatchObject({
      status: 'SUPERSEDED',
    });
    expect(await scan(terminal)).toEqual(NOTHING_THERE);
    await call('POST', `/charges/${authId}/void`, { key: shop.key });
    expect(await scan(terminal)).toEqual(NOTHING_THERE);
  });

  test('keeps the slots of sandbox and live apart', async () => {
    const body = { org_id: shop.orgId, env: 'live', name: 'live till' };
    const { key: live } = await call('POST', '/apikeys', { session: shop.session, body });
    const terminal = await newTerminal({ key: live });
    const cart = { items: [item()], total: 1000, terminal_id: terminal };
    const inLive = await call('POST', '/checkouts', { key: live, body: cart });
    expect(await scan(terminal)).toEqual(NOTHING_THERE);
    const inSandbox = await openCheckout(shop, { cart });
    expect(await scan(terminal, { key: live })).toBe(inLive.id);
    expect(await scan(terminal)).toBe(inSandbox.id);
    expect(await scan(terminal, { session: buyer.session })).toBe(inSandbox.id);
    const newer = await call('POST', '/checkouts', { key: live, body: cart });
    expect(await scan(terminal, { key: live })).toBe(newer.id);
    expect(await scan(terminal)).toBe(inSandbox.id);
    expect(await call('GET', `/checkouts/${inLive.id}`, { key: live })).toMatchObject({
      status: 'SUPERSEDED',
    });
  });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import pino from 'pino';
import type { ClientBase, Pool, QueryResult } from 'pg';
import { readConfig } from '../../../src/config.ts';
import { createApp } from '../../../src/http/app.ts';
import { createApiDeps } from '../../../src/http/deps.ts';
import type { ApiDeps } from '../../../src/http/route.ts';
import { ROUTES } from '../../../src/http/routes/index.ts';
import { cloneDatabase } from '../../support/database.ts';
import { bookkeeping } from '../../support/people.ts';
import { testSettings } from '../../support/settings.ts';

/**
 * Who signs in here is told from who never did by nothing: not by bytes, not by headers, not by what
 * PostgreSQL is asked and writes. The API runs in this process and nobody mails its codes, so that no
 * statement but its own is seen.
 */
let deps: ApiDeps;
let server: Server;
let base: string;
let books: Pool;
let work: string[] = [];
const listenedTo = new WeakSet<ClientBase>();

beforeAll(async () => {
  const url = await cloneDatabase(`equal_answers_${process.pid}`);
  const log = pino({ level: 'warn' });
  deps = await createApiDeps(
    readConfig(testSettings({ API_PORT: '0', DATABASE_URL: url, TASK_QUEUE: `unattended-${process.pid}` })),
    log,
  );
  deps.database.pool.on('acquire', listenTo);
  server = createServer(createApp({ routes: ROUTES, deps, log }).callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  books = bookkeeping(url);
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await Promise.all(Object.values(deps.workflows).map((one) => one.close()));
  await deps.database.close();
  await books.end();
});

/** Writes down each statement that this connection carries out, and how many rows it read or wrote. */
function listenTo(client: ClientBase): void {
  if (listenedTo.has(client)) return;
  listenedTo.add(client);
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const note = (asked: unknown, { command, rowCount }: QueryResult) => {
    const name = typeof asked === 'string' ? asked : (asked as { name: string }).name;
    work.push(`${name}: ${command} ${rowCount}`);
  };
  Object.assign(client, {
    query(...given: unknown[]) {
      const done = given.at(-1);
      if (typeof done !== 'function') {
        return (query(...given) as Promise<QueryResult>).then((result) => {
          note(given[0], result);
          return result;
        });
      }
      return query(...given.slice(0, -1), (error: unknown, result: QueryResult) => {
        if (!error) note(given[0], result);
        (done as (...answer: unknown[]) => void)(error, result);
      });
    },
  });
}

/** All that a caller sees of an answer but date and request id, and all that PostgreSQL was asked for it. */
async function seen(path: string, body: object) {
  work = [];
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const headers = [...answer.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
  // Every challenge is a new one.
  const bytes = (await answer.text()).replace(/chal_[0-9A-Za-z]{43}/, 'chal_…');
  return { status: answer.status, headers, bytes, work };
}
const request = (email: string) => seen('/auth/otp/request', { email });
const verify = (email: string, code = '000000') => seen('/auth/otp/verify', { email, code });
/** A wrong code with a challenge that the address has just got. */
async function verifyWithChallenge(email: string) {
  work = [];
  const asked = await fetch(`${base}/auth/otp/request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  const { challenge } = (await asked.json()) as { challenge: string };
  return seen('/auth/otp/verify', { email, code: 'wrong', challenge });
}

const unknown = () => `${randomUUID()}@example.com`;

/** Somebody who has signed in, owns an org and is invited to another; their last code was an hour ago. */
async function known(): Promise<string> {
  const email = unknown();
  await request(email);
  const { rows } = await books.query<{ id: string; sealed_code: string }>(
    'select id, sealed_code from sign_in_codes where email = $1',
    [email],
  );
  const signedIn = await verify(email, deps.secrets.unseal(rows[0]?.sealed_code ?? '', rows[0]?.id ?? ''));
  expect(signedIn.status).toBe(200);
  const { user_id: userId } = JSON.parse(signedIn.bytes) as { user_id: string };
  for (const [role, org] of [
    ['owner', randomUUID()],
    ['developer', randomUUID()],
  ]) {
    await books.query(`insert into orgs (id, name, country_code) values ($1, 'Shop', 'US')`, [org]);
    await books.query('insert into members (org_id, user_id, role) values ($1, $2, $3)', [org, userId, role]);
    await books.query(
      `insert into invites (id, org_id, email, role, created_by) values ($1, $2, $3, 'admin', $4)`,
      [randomUUID(), org, email, userId],
    );
  }
  await books.query(
    `update sign_in_codes set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'`,
  );
  return email;
}

beforeAll(async () => {
  await request(unknown()); // Connections and counters are there from now on.
  await verify(unknown());
});

test('a request for a code is answered and worked on alike for known and unknown addresses', async () => {
  const [one, other] = [await request(await known()), await request(unknown())];
  expect(one.status).toBe(200);
  expect(one.work).toContain('insert_sign_in_code: INSERT 1');
  expect(one).toEqual(other);
});

test('so is another within the minute', async () => {
  const [someone, nobody] = [await known(), unknown()];
  await request(someone);
  await request(nobody);
  const [one, other] = [await request(someone), await request(nobody)];
  expect(one.status).toBe(200);
  expect(one.work).not.toContain('insert_sign_in_code: INSERT 1');
  expect(one).toEqual(other);
});

test('so is a wrong code against the code just mailed', async () => {
  const [someone, nobody] = [await known(), unknown()];
  await request(someone);
  await request(nobody);
  for (const code of ['wrong', 'x'.repeat(6), '']) {
    const [one, other] = [await verify(someone, code), await verify(nobody, code)];
    expect(one).toEqual(other);
  }
});

test('so is a wrong code with a challenge', async () => {
  const [one, other] = [await verifyWithChallenge(await known()), await verifyWithChallenge(unknown())];
  expect(one.work).toContain('count_wrong_try_with_challenge: UPDATE 1');
  expect(one).toEqual(other);
});

test('so is a wrong code where one has codes of before and the other never had any: both write one row', async () => {
  const [someone, nobody] = [await known(), unknown()];
  const written = async (email: string) => {
    const versions = () =>
      books.query<{ id: string; version: string }>(
        'select id, xmin::text as version from sign_in_codes where email = $1',
        [email],
      );
    const before = new Set((await versions()).rows.map(({ id, version }) => `${id} ${version}`));
    const answer = await verify(email);
    const changed = (await versions()).rows.filter(
      ({ id, version }) => !before.has(`${id} ${version}`),
    ).length;
    return {
      status: answer.status,
      headers: answer.headers,
      bytes: answer.bytes,
      names: answer.work.map((done) => done.split(':')[0]),
      changed,
    };
  };
  for (let time = 0; time < 3; time++) {
    const [one, other] = [await written(someone), await written(nobody)];
    expect(one).toEqual(other);
    expect(one).toMatchObject({ status: 401, bytes: '{"error":"invalid or expired code"}', changed: 1 });
  }
});

test('wrong tries at an address without codes neither delay its first code nor spoil it', async () => {
  const nobody = unknown();
  await verify(nobody);
  await verify(nobody);
  expect((await request(nobody)).work).toContain('insert_sign_in_code: INSERT 1');
  await verify(nobody);
  const { rows } = await books.query<{ id: string; sealed_code: string }>(
    'select id, sealed_code from sign_in_codes where email = $1 and sealed_code is not null',
    [nobody],
  );
  expect(
    (await verify(nobody, deps.secrets.unseal(rows[0]?.sealed_code ?? '', rows[0]?.id ?? ''))).status,
  ).toBe(200);
});

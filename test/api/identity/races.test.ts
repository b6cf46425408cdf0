import { randomUUID } from 'node:crypto';
import { apiTest } from '../../support/api-test.ts';
import { api, call, mailedCode, merchant, person } from '../../support/people.ts';
import type { Answer, Merchant, Person } from '../../support/people.ts';
import { verify } from '../../support/signing-in.ts';

/** `NIGHTLY=true npm test` goes on for twenty times as long. */
const isNight = process.env['NIGHTLY'] === 'true';
const DEMOTIONS = isNight ? 1000 : 50;
const REMOVALS = isNight ? 400 : 20;
const CLAIMS = isNight ? 400 : 20;
const LANES = 5;

const { books } = apiTest();

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** An org of two owners. */
interface Pair {
  readonly orgId: string;
  readonly owners: readonly [Person, Person];
}

async function pairOfOwners(): Promise<Pair> {
  const [shop, ben] = await Promise.all([merchant(), person()]);
  await call('POST', `/orgs/${shop.orgId}/members`, {
    session: shop.session,
    body: { user_id: ben.userId, role: 'owner' },
  });
  return { orgId: shop.orgId, owners: [shop, ben] };
}

/** Lets each owner act on the other at once. The request that is sent first alternates by round. */
async function againstEachOther(
  { orgId, owners: [one, two] }: Pair,
  round: number,
  act: Pick<RequestInit, 'method'> & { body?: object },
) {
  const does = (actor: Person, target: Person) => () =>
    api(act.method ?? '', `/orgs/${orgId}/members/${target.userId}`, {
      session: actor.session,
      ...(act.body === undefined ? {} : { body: act.body }),
    });
  const asked = [does(one, two), does(two, one)];
  return Promise.all((round % 2 === 0 ? asked : asked.toReversed()).map((ask) => ask()));
}

const owners = async (orgId: string) =>
  (
    await books.query(
      `select user_id from members where org_id = $1 and role = 'owner' and status = 'ACTIVE'`,
      [orgId],
    )
  ).rows.length;

/** Looks for an org without an owner for as long as the work goes on. Answers how often it looked. */
async function whileOwned(orgs: readonly string[], work: Promise<unknown>): Promise<number> {
  let isOver = false;
  let looks = 0;
  const end = work.finally(() => (isOver = true));
  while (!isOver) {
    const { rows } = await books.query(
      `select id from orgs o where id = any ($1) and not exists (select from members where org_id = o.id and role = 'owner')`,
      [orgs],
    );
    expect(rows).toEqual([]);
    looks++;
  }
  await end;
  return looks;
}

/** Runs the rounds on a few orgs side by side; after each, both are owners again. */
async function rounds(
  count: number,
  act: Parameters<typeof againstEachOther>[2],
  loser: (answer: Answer) => unknown,
): Promise<void> {
  const pairs = await times(LANES, pairOfOwners);
  const lane = async (pair: Pair) => {
    for (let round = 0; round < count / LANES; round++) {
      const answers = await againstEachOther(pair, round, act);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status !== 200).map(loser)).toEqual([true]);
      expect(await owners(pair.orgId)).toBe(1);
      await books.query(
        `insert into members (org_id, user_id, role) select $1, unnest($2::uuid[]), 'owner'
         on conflict (org_id, user_id) do update set role = 'owner'`,
        [pair.orgId, pair.owners.map(({ userId }) => userId)],
      );
    }
  };
  const looks = await whileOwned(
    pairs.map(({ orgId }) => orgId),
    Promise.all(pairs.map(lane)),
  );
  expect(looks).toBeGreaterThan(1);
}

describe('of two owners at once', () => {
  test(
    'who demote each other exactly one does, and there is an owner at every moment',
    () =>
      rounds(
        DEMOTIONS,
        { method: 'PATCH', body: { role: 'developer' } },
        ({ status, body }) => status === 403 && body.error === 'owner/admin required',
      ),
    600_000,
  );

  test(
    'who remove each other exactly one does, and there is an owner at every moment',
    () =>
      rounds(
        REMOVALS,
        { method: 'DELETE' },
        ({ status, body }) => status === 404 && body.error === 'org not found',
      ),
    600_000,
  );
});

test('of a claim and a revocation of one invite exactly one happens, and membership agrees with how the invite ended', async () => {
  const shop = await merchant();
  const path = `/orgs/${shop.orgId}/invites`;
  const ends = { CLAIMED: 0, REVOKED: 0 };
  const lane = async () => {
    for (let round = 0; round < CLAIMS / LANES; round++) {
      const email = `${randomUUID()}@example.com`;
      const { invite_id: id } = await call('POST', path, {
        session: shop.session,
        body: { email, role: 'finance' },
      });
      await call('POST', '/auth/otp/request', { body: { email } });
      const code = await mailedCode(email);
      const claim = () => verify(email, code);
      // Signing in reaches the invites last: the revocation is held back by some other calls, by more each
      // round.
      const revoke = async () => {
        for (let wait = 0; wait < round % 4; wait++) await api('GET', '/me', { session: shop.session });
        return api('DELETE', `${path}/${id}`, { session: shop.session });
      };
      const [signedIn, revoked] = await Promise.all([claim(), revoke()]);
      const isRevoked = revoked.status === 200;
      expect(signedIn.status).toBe(200);
      if (!isRevoked) expect([revoked.status, revoked.body]).toEqual([400, { error: 'invite not pending' }]);
      const { rows } = await books.query<{ status: keyof typeof ends; role: string | null }>(
        `select i.status, m.role from invites i join users u on u.email = i.email
           left join members m on m.org_id = i.org_id and m.user_id = u.id where i.id = $1`,
        [id],
      );
      expect(rows).toEqual([
        isRevoked ? { status: 'REVOKED', role: null } : { status: 'CLAIMED', role: 'finance' },
      ]);
      ends[isRevoked ? 'REVOKED' : 'CLAIMED']++;
    }
  };
  await times(LANES, lane);
  expect(ends.CLAIMED + ends.REVOKED).toBe(CLAIMS);
}, 600_000);

describe('under load, no request that begins after the answer succeeds', () => {
  const CALLERS = 16;
  const BEFORE = 200;
  const AFTER = 200;
  let shop: Merchant;
  beforeAll(async () => {
    shop = await merchant();
  });

  /**
   * Keeps calling from well before a credential or right ends to well after. Answers the statuses by when the
   * calls began.
   */
  async function underLoad(
    ask: () => Promise<Answer>,
    end: () => Promise<Answer>,
  ): Promise<{ before: number[]; after: number[] }> {
    const before: number[] = [];
    const after: number[] = [];
    let ending: Promise<void> | undefined;
    let hasEnded = false;
    const caller = async () => {
      while (after.length < AFTER) {
        const began = hasEnded ? after : before;
        began.push((await ask()).status);
        if (before.length < BEFORE) continue;
        ending ??= end()
          .then(({ status }) => expect(status).toBe(200))
          .finally(() => (hasEnded = true));
      }
    };
    await times(CALLERS, caller);
    await ending;
    return { before, after };
  }

  async function expectClean(
    ask: () => Promise<Answer>,
    end: () => Promise<Answer>,
    refused: number,
  ): Promise<void> {
    const { before, after } = await underLoad(ask, end);
    expect(before.filter((status) => status === 200).length).toBeGreaterThan(BEFORE / 2);
    expect(new Set([...before, 200, refused])).toEqual(new Set([200, refused]));
    expect(new Set(after)).toEqual(new Set([refused]));
  }

  test('of a key that was revoked', async () => {
    const path = `/orgs/${shop.orgId}/keys`;
    const { key, id } = await call('POST', '/apikeys', {
      session: shop.session,
      body: { org_id: shop.orgId, env: 'sandbox', name: 'busy' },
    });
    await expectClean(
      () => api('GET', '/apikeys/verify', { key }),
      () => api('DELETE', `${path}/${id}`, { session: shop.session }),
      401,
    );
  });

  test('of a session that was signed out', async () => {
    const { session } = await person();
    await expectClean(
      () => api('GET', '/me', { session }),
      () => api('POST', '/auth/signout', { session }),
      401,
    );
  });

  test('of a member who was removed', async () => {
    const { session, userId } = await person();
    const members = `/orgs/${shop.orgId}/members`;
    await call('POST', members, { session: shop.session, body: { user_id: userId, role: 'admin' } });
    await expectClean(
      () => api('GET', `/orgs/${shop.orgId}/keys`, { session }),
      () => api('DELETE', `${members}/${userId}`, { session: shop.session }),
      404,
    );
  });
});

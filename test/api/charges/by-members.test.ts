import { apiTest } from '../../support/api-test.ts';
import { api, authorized, call, GOLDEN_CART, merchant, person, shopper } from '../../support/people.ts';
import type { Answer, Merchant, Person } from '../../support/people.ts';

/** Source: contract, section 18. */
apiTest({ check: 'after each test' });
let shop: Merchant;
let buyer: Person;

beforeAll(async () => {
  [shop, buyer] = await Promise.all([merchant(), shopper({ funds: 10_000_000 })]);
});

async function member(role: string): Promise<Person> {
  const someone = await person();
  const body = { user_id: someone.userId, role };
  await call('POST', `/orgs/${shop.orgId}/members`, { session: shop.session, body });
  await call('GET', `/orgs/${shop.orgId}`, { session: someone.session });
  return someone;
}
async function captured(cart: object = GOLDEN_CART): Promise<string> {
  const { authId } = await authorized(shop, buyer, { cart });
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  return authId;
}
const outcome = ({ status, body }: Answer) => [status, body.error ?? 'done'];
const preview = (authId: string, body?: object) =>
  api('POST', `/charges/${authId}/return/preview`, { session: shop.session, ...(body && { body }) });

test.each(['owner', 'admin', 'finance', 'support', 'developer'])(
  'a session of the role %s voids and returns as the contract says',
  async (role) => {
    const { session } = role === 'owner' ? shop : await member(role);
    const [{ authId: held }, sold] = await Promise.all([
      authorized(shop, buyer, { cart: GOLDEN_CART }),
      captured(),
    ]);
    const answers = [
      await api('POST', `/charges/${sold}/return/preview`, { session }),
      await api('POST', `/charges/${sold}/return`, { session }),
      await api('POST', `/charges/${held}/void`, { session }),
    ];
    const expected = role === 'developer' ? [403, 'owner/admin/finance/support required'] : [200, 'done'];
    expect(answers.map(outcome)).toEqual(answers.map(() => expected));
    if (role === 'developer') await call('POST', `/charges/${held}/void`, { key: shop.key });
  },
);

test("to a session that is no member, the buyer's included, the charge is unknown", async () => {
  const [sold, stranger] = [await captured(), await merchant()];
  for (const { session } of [buyer, stranger]) {
    for (const act of ['void', 'return', 'return/preview']) {
      expect(outcome(await api('POST', `/charges/${sold}/${act}`, { session }))).toEqual([
        404,
        'charge not found',
      ]);
    }
  }
});

test('the trail and the timeline name the member who returned', async () => {
  const sold = await captured();
  const support = await member('support');
  await call('POST', `/charges/${sold}/return`, { session: support.session });
  const { steps } = await call('GET', `/charges/${sold}/timeline`, { key: shop.key });
  expect(steps.find(({ step }: { step: string }) => step === 'charge.returned').actor).toBe(
    `user:${support.userId}`,
  );
  const { entries } = await call('GET', `/orgs/${shop.orgId}/audit?action=charge.returned&limit=1`, {
    session: shop.session,
  });
  expect(entries[0].actor).toEqual({ kind: 'user', id: support.userId, email: support.email });
});

describe('a preview', () => {
  test('answers what the return then posts, and writes nothing', async () => {
    const sold = await captured();
    const parts: (object | undefined)[] = [
      { items: [{ product_id: 'A', qty: 1 }] },
      { items: [{ product_id: 'A', qty: 1 }], reason: 'too large' },
      undefined,
    ];
    for (const body of parts) {
      const before = await call('GET', `/charges/${sold}/timeline`, { key: shop.key });
      const seen = [await preview(sold, body), await preview(sold, body)];
      expect(await call('GET', `/charges/${sold}/timeline`, { key: shop.key })).toEqual({
        ...before,
        now: expect.any(String),
      });
      const { return_id: returnId, ...posted } = await call('POST', `/charges/${sold}/return`, {
        session: shop.session,
        ...(body && { body }),
      });
      expect(returnId).toEqual(expect.any(String));
      expect(seen.map((answer) => answer.body)).toEqual([posted, posted]);
    }
    expect(outcome(await preview(sold))).toEqual([400, 'return qty exceeds captured']);
  });

  test('is refused as the return is', async () => {
    const sold = await captured();
    const { authId: held } = await authorized(shop, buyer, { cart: GOLDEN_CART });
    const bodies: [string, object][] = [
      [held, { items: [] }],
      [sold, { items: [] }],
      [sold, { items: [{ product_id: 'A', qty: 0 }] }],
      [sold, { items: [{ product_id: 'A', qty: 4 }] }],
      [sold, { items: [{ product_id: 'ghost', qty: 1 }] }],
      [sold, { reason: 7 }],
    ];
    for (const [authId, body] of bodies) {
      const refusal = await api('POST', `/charges/${authId}/return`, { session: shop.session, body });
      const { status, body: said, help } = await preview(authId, body);
      expect({ status, said, help }).toEqual({
        status: 400,
        said: refusal.body,
        help: refusal.help,
      });
    }
    await call('POST', `/charges/${held}/void`, { key: shop.key });
  });
});

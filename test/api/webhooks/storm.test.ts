import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import type { AnswerRule, ReceivedRequest, WebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { apiTest } from '../../support/api-test.ts';
import { inParallel } from '../../support/in-parallel.ts';
import { api, call, item, merchant, shopper, until } from '../../support/people.ts';
import type { Answer, Merchant, Person, Request } from '../../support/people.ts';
import { LADDER_SECONDS, signatureOf } from '../../support/webhooks.ts';

/** A receiver that fails three times in ten; with `NIGHTLY=true` a hundred thousand deliveries to it. */
const COUNT = Number(process.env['STORM_DELIVERIES'] ?? (process.env['NIGHTLY'] === 'true' ? 100_000 : 600));
const SHOPS = 8;
/**
 * As many of each shop's deliveries are of real events: an authorization and its void. The others are test
 * events.
 */
const REAL = 10;
const AT_ONCE = 12;
/** The most wrong rows that are compared and printed: all of them would take longer than the test. */
const MOST_SHOWN = 20;
const PATIENCE_MS = 60_000 + COUNT * 60;

interface Sender extends Merchant {
  readonly secret: string;
  /** The path that its webhook goes to, and no other's. */
  readonly path: string;
}

/** The checks read every row. */
const { books } = apiTest({ timeoutMs: PATIENCE_MS });
let receiver: WebhookReceiver;
let senders: Sender[];
let buyer: Person;

/** The receiver's record of one delivery. */
interface DeliveryRecord {
  /** The answered status codes, oldest first. */
  readonly statuses: number[];
  /** Digests: a hundred thousand bodies would fill the memory of the test. */
  readonly bodies: Set<string>;
  readonly paths: Set<string>;
}
const records = new Map<string, DeliveryRecord>();
const wrong: string[] = [];

/** Fails three times in ten, by chance that is the same in every run for the same id. */
function fails(id: string, time: number): boolean {
  return createHash('sha256').update(`${id} ${time}`).digest().readUInt32BE() % 10 < 3;
}

const digestOf = (body: string | Buffer): string => createHash('sha256').update(body).digest('base64');

const answer: AnswerRule = (_, request) => {
  const id = String(request.headers['x-service-delivery']);
  const record = records.get(id) ?? { statuses: [], bodies: new Set(), paths: new Set() };
  records.set(id, record);
  judge(id, request);
  record.bodies.add(digestOf(request.rawBody));
  record.paths.add(request.path);
  const status = fails(id, record.statuses.length)
    ? ([500, 429, 302][record.statuses.length % 3] ?? 500)
    : 200;
  record.statuses.push(status);
  return { status };
};

/**
 * A merchant's check of what comes in: by the plain HMAC, and by the official library of Standard Webhooks.
 */
function judge(id: string, request: ReceivedRequest): void {
  const sender = senders.find(({ path }) => path === request.path);
  const headers = request.headers as Record<string, string>;
  if (headers['webhook-id'] !== id) wrong.push(`${id} came as ${headers['webhook-id']}`);
  if (headers['x-service-signature'] !== signatureOf(sender?.secret ?? '', request))
    wrong.push(`${id} has another signature`);
  // By its own sender's secret, and by that of the one after it.
  const at = sender === undefined ? 0 : senders.indexOf(sender);
  for (const { secret, path } of [sender, senders[(at + 1) % SHOPS]].filter((one) => one !== undefined)) {
    let isGood = true;
    try {
      new Webhook(secret).verify(request.rawBody, headers);
    } catch {
      isGood = false;
    }
    if (isGood !== (path === request.path))
      wrong.push(`${id} at ${request.path}: by the secret of ${path} it is ${isGood ? 'good' : 'not good'}`);
  }
}

beforeAll(async () => {
  receiver = await startWebhookReceiver({ answer });
  [buyer, senders] = await Promise.all([
    shopper({ funds: 10_000_000 }),
    inParallel(Array.from({ length: SHOPS }), 4, async () => {
      const shop = await merchant();
      const url = `${receiver.url}/${shop.orgId}`;
      const { secret } = await call('PUT', `/orgs/${shop.orgId}/webhook`, {
        session: shop.session,
        body: { url },
      });
      return { ...shop, secret, path: new URL(url).pathname };
    }),
  ]);
}, 120_000);
afterAll(() => receiver.stop());

interface Row {
  readonly id: string;
  readonly org_id: string;
  readonly status: string;
  readonly body: string;
  readonly logged: number[];
}

async function rows(): Promise<Row[]> {
  const { rows: found } = await books.query<Row>(
    `select d.id, d.org_id, d.status, e.body,
            array(select coalesce(a.status_code, 0) from delivery_attempts a where a.delivery_id = d.id order by a.number) as logged
     from deliveries d join events e on e.id = d.event_id where d.org_id = any ($1)`,
    [senders.map(({ orgId }) => orgId)],
  );
  return found;
}

/**
 * Waits until none of these deliveries is left. It looks fifty times a second, so it reads one row and not
 * all of them.
 */
const settled = (condition: string) =>
  until(
    async () =>
      (
        await books.query(`select 1 from deliveries where org_id = any ($1) and ${condition} limit 1`, [
          senders.map(({ orgId }) => orgId),
        ])
      ).rowCount,
    (count) => count === 0,
    PATIENCE_MS,
  );

/** Repeats a call after a 503, or a 429 above the limit of calls, as a merchant would. */
const patiently = async (method: string, path: string, request: Request): Promise<Answer['body']> =>
  (
    await until(
      () => api(method, path, request),
      ({ status }) => status !== 503 && status !== 429,
      PATIENCE_MS,
    )
  ).body;

async function send({ key, session, orgId }: Sender, number: number): Promise<void> {
  if (number >= REAL / 2) return patiently('POST', `/orgs/${orgId}/webhook/test`, { session });
  const { id } = await patiently('POST', '/checkouts', { key, body: { items: [item()], total: 1000 } });
  const { auth_id: authId } = await patiently('POST', `/checkouts/${id}/authorize`, {
    session: buyer.session,
    body: {},
  });
  await patiently('POST', `/charges/${authId}/void`, { key });
}

const moveClocks = () =>
  Promise.all(
    senders.map(({ key }) =>
      patiently('POST', '/sandbox/clock/advance', { key, body: { seconds: LADDER_SECONDS } }),
    ),
  );

test(
  `of ${COUNT} deliveries to a receiver that fails 30 % of the time none is lost, and each comes with the same id, bytes and good signatures every time`,
  async () => {
    const orders = senders.flatMap((shop) =>
      Array.from({ length: COUNT / SHOPS - REAL / 2 }, (_, number) => ({ shop, number })),
    );
    await inParallel(orders, AT_ONCE, ({ shop, number }) => send(shop, number));
    await settled(`status = 'PENDING' and (attempts = 0 or next_attempt_at is null)`);
    await moveClocks();
    await settled(`status = 'PENDING'`);
    // Of those that failed six times a merchant resends all at once, until all have come in.
    for (let left = await failed(); left > 0; left = await failed()) {
      await Promise.all(
        senders.map(({ orgId, session }) =>
          patiently('POST', `/orgs/${orgId}/webhook/deliveries/resend`, {
            session,
            body: { status: 'FAILED' },
          }),
        ),
      );
      await settled(`(to_tell or asked)`);
      await moveClocks();
      await settled(`status = 'PENDING'`);
    }

    const all = await rows();
    expect(all.length).toBeGreaterThanOrEqual(COUNT);
    expect(wrong.slice(0, MOST_SHOWN)).toEqual([]);
    const ids = new Set(all.map(({ id }) => id));
    expect(all.filter(({ id }) => !records.has(id)).slice(0, MOST_SHOWN)).toEqual([]);
    expect([...records.keys()].filter((id) => !ids.has(id)).slice(0, MOST_SHOWN)).toEqual([]);
    const paths = new Map(senders.map(({ orgId, path }) => [orgId, path]));
    for (const { id, org_id: orgId, status, body, logged } of all) {
      const { statuses, bodies, paths: at } = records.get(id) as DeliveryRecord;
      expect([id, status, [...bodies], [...at], logged]).toEqual([
        id,
        'DELIVERED',
        [digestOf(body)],
        [paths.get(orgId)],
        statuses,
      ]);
      expect([id, statuses.at(-1), statuses.filter((code) => code === 200).length]).toEqual([id, 200, 1]);
    }
    const posts = receiver.received.length;
    expect(posts).toBeGreaterThan(COUNT * 1.35);
    process.stdout.write(`webhook storm: ${all.length} deliveries, ${posts} POSTs\n`);
  },
  PATIENCE_MS * 3,
);

async function failed(): Promise<number> {
  const { rows: found } = await books.query<{ count: number }>(
    `select count(*)::integer as count from deliveries where org_id = any ($1) and status = 'FAILED'`,
    [senders.map(({ orgId }) => orgId)],
  );
  return found[0]?.count ?? 0;
}

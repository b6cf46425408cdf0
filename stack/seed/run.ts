import { randomBytes } from 'node:crypto';
import { signInByInbox } from '../../sdk/cli/people.ts';
import { createPayments, PaymentsError } from '../../sdk/index.ts';
import type { Payments } from '../../sdk/index.ts';
import { startWebhookReceiver } from '../../simulators/webhook-receiver.ts';
import type { WebhookReceiver } from '../../simulators/webhook-receiver.ts';
import { nameOf, SHOPS } from './catalogue.ts';
import type { Shop } from './catalogue.ts';
import { planShop } from './plan.ts';
import type { SeedSize, Step } from './plan.ts';
import { liveDay, moveClock } from './shop-day.ts';
import type { ShopAtWork } from './shop-day.ts';
import type { SeedFile, SeedPerson, SeedShop, SeedState } from './state.ts';
import { figuresOf, NOTHING } from './totals.ts';
import type { Figure } from './totals.ts';
import { settledWebhooks, setWebhook } from './webhooks.ts';

/** Idempotency keys expire after 24 hours, and a payout settles after 24 hours of the merchant's time. */
const RESUMABLE_MS = 20 * 3_600_000;
const SIGN_INS_AT_ONCE = 6;
const MAIL_MS = 20_000;
const SAID_EVERY = 10;
/** The API answers 503 for a while on a machine under load, and asks for a retry. */
const RETRIES = 5;

export interface SeedOptions {
  readonly apiUrl: string;
  /** The URL of the mail inbox. */
  readonly inboxUrl: string;
  readonly file: SeedFile;
  readonly seed: number;
  readonly size: SeedSize;
  /** The merchants to seed. All by default. */
  readonly shops?: readonly Shop[];
  readonly say: (line: string) => void;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface SeededShop {
  readonly shop: Shop;
  readonly kept: SeedShop;
  /** Empty for existing demo data: visitors may have bought something since, and the clocks run on. */
  readonly figures: readonly Figure[];
}

/** The demo data, with the figures of the books. */
export interface SeedResult {
  readonly state: SeedState;
  /** False for existing data. */
  readonly isNew: boolean;
  readonly shops: readonly SeededShop[];
}

/**
 * Makes the demo data through the public API, or resumes an interrupted run.
 *
 * All of it is real traffic: people sign in by mailed codes, shoppers pay, the merchants' clocks move from
 * day to day. The same `seed` and `size` give the same totals. Throws on the first call that does not end as
 * planned. A repeat within twenty hours duplicates nothing.
 */
export async function makeDemoData(options: SeedOptions): Promise<SeedResult> {
  const { shops = SHOPS } = options;
  const kept = await options.file.read();
  if (kept !== null) await expectResumable(kept, options);
  if (kept?.finished === true) {
    return {
      state: kept,
      isNew: false,
      shops: shops.map((shop) => ({ shop, kept: shopIn(kept, shop), figures: [] })),
    };
  }
  const begun = kept ?? (await begin(options));
  const receiver = await startWebhookReceiver();
  try {
    const progress = { state: begun };
    const done = await Promise.allSettled(
      shops.map((shop) => liveAll(shop, { options, progress, receiver })),
    );
    const failed = done.find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const state = { ...progress.state, finished: true };
    await options.file.write(state);
    return { state, isNew: true, shops: await Promise.all(shops.map((shop) => audit(shop, state, options))) };
  } finally {
    await receiver.stop();
  }
}

async function expectResumable(kept: SeedState, { apiUrl, seed, size }: SeedOptions): Promise<void> {
  const again = 'Remedy: npm run seed -- --erase, then again.';
  if (kept.seed !== seed || JSON.stringify(kept.size) !== JSON.stringify(size))
    throw new Error(`There is demo data of another seed (${kept.seed}) or size here.\n${again}`);
  if (!kept.finished && Date.now() - kept.touched_at > RESUMABLE_MS)
    throw new Error(
      `A run was cut short more than ${RESUMABLE_MS / 3_600_000} hours ago: it cannot be taken up without doubles.\n${again}`,
    );
  const [shop] = kept.shops;
  const owner = createPayments({ baseUrl: apiUrl, session: shop?.owner.session });
  await owner.users.getMe().catch((error: unknown) => {
    if (!(error instanceof PaymentsError) || error.status !== 401) throw error;
    throw new Error(
      `The people of the demo are not signed in any more: their sessions have ended, or these are other books.\n${again}`,
    );
  });
}

/** Signs all people in and opens the merchants. */
async function begin(options: SeedOptions): Promise<SeedState> {
  const { file, seed, size, say, shops: wanted = SHOPS } = options;
  const run = randomBytes(4).toString('hex');
  const people = wanted.flatMap(({ country }) =>
    Array.from({ length: size.shoppers + 1 }, (_, number) => ({
      country,
      number,
      email: emailOf(country, number, run),
    })),
  );
  say(`signing in ${people.length} people by mailed codes (…@${run}.example.com)`);
  const signedIn = await inTurns(people, async ({ country, number, email }, index) => {
    const person = await signIn(email, options);
    const user = createPayments({ ...connection(options), session: person.session });
    await user.users.updateMe({ ...nameOf(index), country_code: country });
    return { ...person, country, number };
  });
  const shops: SeedShop[] = [];
  for (const shop of wanted) {
    const [owner, ...shoppers] = signedIn
      .filter(({ country }) => country === shop.country)
      .toSorted((a, b) => a.number - b.number)
      .map(({ email, user_id, session }): SeedPerson => ({ email, user_id, session }));
    if (owner !== undefined) shops.push(await open(shop, { owner, shoppers, run, options }));
  }
  say(`opened ${wanted.map(({ name, country }) => `${name} (${country})`).join(', ')}`);
  const state = { run, seed, size, touched_at: Date.now(), finished: false, shops };
  await file.write(state);
  return state;
}

const emailOf = (country: string, number: number, run: string): string =>
  `${number === 0 ? 'owner' : `shopper-${number}`}.${country.toLowerCase()}@${run}.example.com`;

async function signIn(email: string, options: SeedOptions): Promise<SeedPerson> {
  const { user_id, session_token } = await signInByInbox(createPayments(connection(options)), {
    inboxUrl: options.inboxUrl,
    email,
    waitMs: MAIL_MS,
  });
  return { email, user_id, session: session_token };
}

/**
 * Opens an organization with a sandbox key, terminals and a bank destination. Its clock's time is the start
 * of the plan.
 */
async function open(
  shop: Shop,
  {
    owner,
    shoppers,
    run,
    options,
  }: { owner: SeedPerson; shoppers: SeedPerson[]; run: string; options: SeedOptions },
): Promise<SeedShop> {
  const once = (name: string) => ({ idempotencyKey: `seed/${run}/${shop.country}/${name}` });
  const console = createPayments({ ...connection(options), session: owner.session });
  const { org_id } = await console.organizations.createOrg(
    { name: shop.name, country_code: shop.country },
    once('org'),
  );
  // Not under a fixed idempotency key: after an interrupted run, the repeat would answer no key.
  const { key } = await console.apiKeys.createApiKey({ org_id, env: 'sandbox', name: 'Demo till' });
  if (key === null) throw new Error('the answer with the API key was lost: run the command again');
  const terminals: string[] = [];
  for (const title of shop.terminals)
    terminals.push((await console.terminals.createTerminal({ title, org_id }, once(`terminal/${title}`))).id);
  const holder = { name: shop.name, org_id };
  if (shop.country === 'US')
    await console.payouts.registerAch(
      { routing_number: '021000021', account_number: '123456789', ...holder },
      once('bank'),
    );
  else
    await console.payouts.registerIban(
      { iban: shop.country === 'GB' ? 'GB33BUKB20201555555555' : 'DE89370400440532013000', ...holder },
      once('bank'),
    );
  const { now } = await console.sandbox.getSandboxClock({ org_id });
  return {
    country: shop.country,
    owner,
    shoppers,
    org_id,
    api_key: key,
    terminals,
    began_at: now,
    step: 0,
    charges: {},
    totals: NOTHING,
  };
}

interface Running {
  readonly options: SeedOptions;
  readonly progress: { state: SeedState };
  readonly receiver: WebhookReceiver;
}

/** Runs all remaining days of a merchant. */
async function liveAll(shop: Shop, { options, progress, receiver }: Running): Promise<void> {
  const { file, seed, size, say } = options;
  const steps = planShop(shop, seed, size);
  const begun = shopIn(progress.state, shop);
  if (begun.step >= steps.length) return;
  const owner = createPayments({ ...connection(options), session: begun.owner.session });
  const webhook = await setWebhook(shop, { owner, orgId: begun.org_id, receiver });
  for (const [index, step] of steps.entries()) {
    const kept = shopIn(progress.state, shop);
    if (index < kept.step) continue;
    // A repeated step finds its webhooks in flight. The endpoint must still be down for them, as on the first
    // run.
    const isRepeat = index === begun.step && step.outage;
    webhook.isAway = isRepeat || steps[index - 1]?.outage === true;
    const work = atWork(shop, kept, { options, run: progress.state.run });
    await moveClock(work, step);
    const changes = webhook.isAway !== step.outage;
    if (changes) await settledWebhooks(owner, kept.org_id);
    webhook.isAway = step.outage;
    if (changes && !step.outage) await webhook.resendOne(work.once(`day-${step.day}/resend`));
    const lived = await liveDay(work, step);
    const shops = progress.state.shops.map((one) => (one.country === shop.country ? lived : one));
    progress.state = { ...progress.state, shops, touched_at: Date.now() };
    await file.write(progress.state);
    if (step.isLast || lived.step % SAID_EVERY === 0) say(lineOf(shop, step, lived));
  }
  await settledWebhooks(owner, begun.org_id);
}

function lineOf(shop: Shop, { day }: Step, { totals }: SeedShop): string {
  const { captured, captured_minor, returns, payouts } = totals;
  return `${shop.country}: day ${day}, ${captured} sales captured (${inMajor(captured_minor, shop.currency)}), ${returns} returns, ${payouts} payouts`;
}

/** Formats an amount: 12.30 EUR. All currencies of the demo have two decimals. */
export function inMajor(minor: number, currency: string): string {
  return `${(minor / 100).toFixed(2)} ${currency}`;
}

function atWork(
  shop: Shop,
  kept: SeedShop,
  { options, run }: { options: SeedOptions; run: string },
): ShopAtWork {
  return {
    shop,
    kept,
    till: createPayments({ ...connection(options), apiKey: kept.api_key }),
    shoppers: kept.shoppers.map(({ session }) => createPayments({ ...connection(options), session })),
    once: (name) => ({ idempotencyKey: `seed/${run}/${shop.country}/${name}` }),
  };
}

async function audit(shop: Shop, state: SeedState, options: SeedOptions): Promise<SeededShop> {
  const kept = shopIn(state, shop);
  const clients = [kept.owner, ...kept.shoppers].map(({ session }): Payments =>
    createPayments({ ...connection(options), session }),
  );
  const [owner, ...shoppers] = clients as [Payments, ...Payments[]];
  const figures = await figuresOf({
    orgId: kept.org_id,
    currency: shop.currency,
    totals: kept.totals,
    owner,
    shoppers,
  });
  return { shop, kept, figures };
}

function shopIn(state: SeedState, { country }: Shop): SeedShop {
  const found = state.shops.find((one) => one.country === country);
  if (found === undefined) throw new Error(`the state of the run knows no merchant in ${country}`);
  return found;
}

const connection = ({ apiUrl, fetch: own }: SeedOptions) => ({
  baseUrl: apiUrl,
  retries: RETRIES,
  ...(own !== undefined && { fetch: own }),
});

/** Processes all items, a few at once. Returns the results in the order of the items. */
async function inTurns<T, R>(items: readonly T[], one: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = [...items.entries()];
  const turn = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      results[next[0]] = await one(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: SIGN_INS_AT_ONCE }, turn));
  return results;
}

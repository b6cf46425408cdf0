/**
 * How often the state of workflows is written for the life of one checkout: created, authorized, captured, with two
 * webhooks delivered to a receiver on this machine; and for the cashback award that a recommended product leaves
 * pending. An exact count, without noise: the difference of the server's own counter `persistence_requests` over 40
 * lives, in the namespace of the service.
 *
 * What counts: CreateWorkflowExecution, UpdateWorkflowExecution, and its rare kin ConflictResolve- and
 * SetWorkflowExecution. Each is one change of a workflow's state and takes a commit or two in a database (the history
 * is appended within it), so this is what a life costs the store and, above all, what it waits for. Shown but not
 * counted: bookkeeping per task queue or shard, which does not grow with lives, deletions after retention, and the
 * rows for the visibility list, one at each start and end of a workflow. Reads are left out.
 *
 * The steps are told apart by lives of a merchant without a webhook; webhooks and awards are what a life with them
 * adds. Sign-ups, whose mails are workflows too, come before the first look.
 */
import { startWebhookReceiver } from '../simulators/webhook-receiver.ts';
import { createApi } from './people.ts';
import type { Api, Credential, Merchant } from './people.ts';
import { difference, isRead, isStateChange, settledRequests, stateChanges } from './persistence.ts';
import type { Requests } from './persistence.ts';
import { printTable } from './report.ts';
import { withStack } from './stack.ts';

/** For a life with its webhooks. */
const AIM = 16;
const LIVES = 40;
const WARM_UPS = 3;
const WEBHOOKS = 2;
const DELIVERY_MS = 30_000;

/** What each part of a life asked of the store. */
interface Parts {
  readonly create: Requests;
  readonly authorize: Requests;
  readonly capture: Requests;
  /** Whole lives, with webhooks and with an award. */
  readonly withWebhooks: Requests;
  readonly withAward: Requests;
}

process.exitCode = await withStack(async (stack) => {
  const api = createApi(stack);
  const receiver = await startWebhookReceiver();
  stack.atEnd(() => receiver.stop());
  const [buyer, recommender] = await Promise.all([api.shopper(), api.shopper()]);
  const [plain, listening, recommended] = await Promise.all([api.merchant(), api.merchant(receiver.url), api.merchant()]);
  await api.recommend(recommender, recommended);
  const delivered = (lives: number) => receiver.next(({ number }) => number === lives * WEBHOOKS, DELIVERY_MS);
  await live(api, { shop: listening, buyer, times: WARM_UPS });
  await delivered(WARM_UPS);
  const look = () => settledRequests(stack.metricsUrl);

  stack.progress.step(`${LIVES} lives without a webhook, step by step`);
  const steps = await liveByStep(api, { shop: plain, buyer, look });
  stack.progress.step(`${LIVES} lives with ${WEBHOOKS} webhooks each, then ${LIVES} with an award`);
  const before = await look();
  await live(api, { shop: listening, buyer, times: LIVES });
  await delivered(WARM_UPS + LIVES);
  const between = await look();
  await live(api, { shop: recommended, buyer, times: LIVES });
  const after = await look();
  return print({ ...steps, withWebhooks: difference(between, before), withAward: difference(after, between) });
});

async function live(api: Api, { shop, buyer, times }: { shop: Merchant; buyer: Credential; times: number }): Promise<void> {
  for (let life = 0; life < times; life++) await api.capture(await api.authorize(await api.createCheckout(shop), buyer), shop);
}

async function liveByStep(api: Api, { shop, buyer, look }: { shop: Merchant; buyer: Credential; look: () => Promise<Requests> }) {
  const checkouts: string[] = [];
  const charges: string[] = [];
  const begin = await look();
  for (let life = 0; life < LIVES; life++) checkouts.push(await api.createCheckout(shop));
  const created = await look();
  for (const checkout of checkouts) charges.push(await api.authorize(checkout, buyer));
  const authorized = await look();
  for (const charge of charges) await api.capture(charge, shop);
  const captured = await look();
  return { create: difference(created, begin), authorize: difference(authorized, created), capture: difference(captured, authorized) };
}

/** Prints writes by operation and part, a life. Answers the exit code: 1 above the aim. */
function print({ create, authorize, capture, withWebhooks, withAward }: Parts): number {
  const steps = [create, authorize, capture];
  const row = (name: string, count: (part: Requests) => number): string[] => {
    const plain = steps.reduce((total, part) => total + count(part), 0);
    const columns = [...steps.map(count), count(withWebhooks) - plain, count(withWebhooks), count(withAward) - plain];
    return [name, ...columns.map((value) => (value / LIVES).toFixed(2))];
  };
  const operations = [...new Set([...steps, withWebhooks, withAward].flatMap((part) => [...part.keys()]))].toSorted();
  const rowsOf = (wanted: (operation: string) => boolean) =>
    operations.filter(wanted).map((operation) => row(operation, (part) => part.get(operation) ?? 0));
  const header = ['', 'create', 'authorize', 'capture', `${WEBHOOKS} webhooks`, 'a life', 'an award'];

  console.log(`\npersistence writes for the life of a checkout (mean of ${LIVES})\n`);
  printTable(header, [...rowsOf(isStateChange), row('writes', stateChanges)]);
  console.log('\nnot counted\n');
  printTable(
    header,
    rowsOf((operation) => !isStateChange(operation) && !isRead(operation)),
  );

  const writes = stateChanges(withWebhooks) / LIVES;
  console.log(`\n  ${writes.toFixed(2)} writes a life; aim: at most ${AIM}: ${writes <= AIM ? 'reached' : 'MISSED'}`);
  return writes <= AIM ? 0 : 1;
}

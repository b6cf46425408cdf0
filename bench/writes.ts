/**
 * The number of writes of workflow state during the life of one checkout: created, authorized, captured, with
 * two webhooks delivered to a receiver on this machine; and for the cashback award that a recommended product
 * leaves pending. It is an exact count without noise: the difference of the server's own counter
 * `persistence_requests` over 40 lives, in the namespace of the service.
 *
 * It counts CreateWorkflowExecution, UpdateWorkflowExecution, and the rare ConflictResolve- and
 * SetWorkflowExecution. Each is one change of a workflow's state and takes one or two commits in a database
 * (the history is appended within it). So this is the store's cost of a life and, above all, its waiting
 * time. Shown but not counted: bookkeeping per task queue or shard, which does not grow with lives, deletions
 * after retention, and the rows of the visibility list, one at each start and end of a workflow. Reads are
 * left out.
 *
 * Lives of a merchant without a webhook show the cost of each step. Webhooks and awards are the difference of
 * a life with them. Sign-ups, whose mails are workflows too, come before the first reading.
 */
import { startWebhookReceiver } from '../simulators/webhook-receiver.ts';
import { createApi } from './people.ts';
import type { Api, Credential, Merchant } from './people.ts';
import { difference, isRead, isStateChange, settledRequests, stateChanges } from './persistence.ts';
import type { Requests } from './persistence.ts';
import { printTable } from './report.ts';
import { withStack } from './stack.ts';

/** The aim for a life with its webhooks. */
const AIM = 16;
const LIVES = 40;
const WARM_UPS = 3;
const WEBHOOKS = 2;
const DELIVERY_MS = 30_000;

/** The requests to the store by each part of a life. */
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
  const [plain, listening, recommended] = await Promise.all([
    api.merchant(),
    api.merchant(receiver.url),
    api.merchant(),
  ]);
  await api.recommend(recommender, recommended);
  const delivered = (lives: number) =>
    receiver.next(({ number }) => number === lives * WEBHOOKS, DELIVERY_MS);
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
  return print({
    ...steps,
    withWebhooks: difference(between, before),
    withAward: difference(after, between),
  });
});

async function live(
  api: Api,
  { shop, buyer, times }: { shop: Merchant; buyer: Credential; times: number },
): Promise<void> {
  for (let life = 0; life < times; life++)
    await api.capture(await api.authorize(await api.createCheckout(shop), buyer), shop);
}

async function liveByStep(
  api: Api,
  { shop, buyer, look }: { shop: Merchant; buyer: Credential; look: () => Promise<Requests> },
) {
  const checkouts: string[] = [];
  const charges: string[] = [];
  const begin = await look();
  for (let life = 0; life < LIVES; life++) checkouts.push(await api.createCheckout(shop));
  const created = await look();
  for (const checkout of checkouts) charges.push(await api.authorize(checkout, buyer));
  const authorized = await look();
  for (const charge of charges) await api.capture(charge, shop);
  const captured = await look();
  return {
    create: difference(created, begin),
    authorize: difference(authorized, created),
    capture: difference(captured, authorized),
  };
}

/** Prints writes per life, by operation and part. Returns the exit code: 1 above the aim. */
function print({ create, authorize, capture, withWebhooks, withAward }: Parts): number {
  const steps = [create, authorize, capture];
  const row = (name: string, count: (part: Requests) => number): string[] => {
    const plain = steps.reduce((total, part) => total + count(part), 0);
    const columns = [
      ...steps.map(count),
      count(withWebhooks) - plain,
      count(withWebhooks),
      count(withAward) - plain,
    ];
    return [name, ...columns.map((value) => (value / LIVES).toFixed(2))];
  };
  const operations = [
    ...new Set([...steps, withWebhooks, withAward].flatMap((part) => [...part.keys()])),
  ].toSorted();
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
  console.log(
    `\n  ${writes.toFixed(2)} writes a life; aim: at most ${AIM}: ${writes <= AIM ? 'reached' : 'MISSED'}`,
  );
  return writes <= AIM ? 0 : 1;
}

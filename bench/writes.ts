/**
 * How often the state of workflows is written for the life of one checkout: created, authorized, captured, with two
 * webhooks delivered to a receiver on this machine. An exact count, without noise: the difference of the server's own
 * counter `persistence_requests` over 40 lives, in the namespace of the service.
 *
 * What counts: CreateWorkflowExecution, UpdateWorkflowExecution, and its rare kin ConflictResolve- and
 * SetWorkflowExecution. Each is one change of a workflow's state and takes a commit or two in a database (the history
 * is appended within it), so this is what a life costs the store and, above all, what it waits for. Shown but not
 * counted: bookkeeping per task queue or shard, which does not grow with lives, deletions after retention, reads, and
 * the rows for the visibility list, one at each start and end of a workflow.
 *
 * The steps are told apart by lives of a merchant without a webhook; webhooks are what a merchant with one adds.
 * Sign-ups, whose mails are workflows too, come before the first look.
 */
import { startWebhookReceiver } from '../simulators/webhook-receiver.ts';
import { createApi } from './people.ts';
import type { Api, Credential, Merchant } from './people.ts';
import { difference, isRead, isStateChange, settledRequests, stateChanges } from './persistence.ts';
import type { Requests } from './persistence.ts';
import { printTable } from './report.ts';
import { withStack } from './stack.ts';
import type { BenchStack } from './stack.ts';

const AIM = 16;
const LIVES = 40;
const WARM_UPS = 3;
const WEBHOOKS = 2;
const DELIVERY_MS = 30_000;

interface Steps {
  readonly create: Requests;
  readonly authorize: Requests;
  readonly capture: Requests;
}

process.exitCode = await withStack(async (stack) => {
  const api = createApi(stack);
  const receiver = await startWebhookReceiver();
  stack.atEnd(() => receiver.stop());
  const [buyer, plain, listening] = await Promise.all([api.shopper(), api.merchant(), api.merchant(receiver.url)]);
  for (let life = 0; life < WARM_UPS; life++) await live(api, listening, buyer);
  await receiver.next(({ number }) => number === WARM_UPS * WEBHOOKS, DELIVERY_MS);

  stack.progress.step(`${LIVES} lives without a webhook, step by step`);
  const steps = await liveByStep(stack, api, { shop: plain, buyer });
  stack.progress.step(`${LIVES} lives with ${WEBHOOKS} webhooks each`);
  const before = await settledRequests(stack.metricsUrl);
  for (let life = 0; life < LIVES; life++) await live(api, listening, buyer);
  await receiver.next(({ number }) => number === (WARM_UPS + LIVES) * WEBHOOKS, DELIVERY_MS);
  const whole = difference(await settledRequests(stack.metricsUrl), before);

  return print(steps, whole);
});

async function live(api: Api, shop: Merchant, buyer: Credential): Promise<void> {
  await api.capture(await api.authorize(await api.createCheckout(shop), buyer), shop);
}

async function liveByStep({ metricsUrl }: BenchStack, api: Api, { shop, buyer }: { shop: Merchant; buyer: Credential }): Promise<Steps> {
  const looks = [await settledRequests(metricsUrl)];
  const checkouts: string[] = [];
  const charges: string[] = [];
  for (let life = 0; life < LIVES; life++) checkouts.push(await api.createCheckout(shop));
  looks.push(await settledRequests(metricsUrl));
  for (const checkout of checkouts) charges.push(await api.authorize(checkout, buyer));
  looks.push(await settledRequests(metricsUrl));
  for (const charge of charges) await api.capture(charge, shop);
  looks.push(await settledRequests(metricsUrl));
  const [create, authorize, capture] = looks.slice(1).map((look, index) => difference(look, looks[index] as Requests));
  if (create === undefined || authorize === undefined || capture === undefined) throw new Error('a step was not looked at');
  return { create, authorize, capture };
}

/** Prints writes by operation and step, a life. Answers the exit code: 1 above the aim. */
function print({ create, authorize, capture }: Steps, whole: Requests): number {
  const parts = [create, authorize, capture];
  const sum = (count: (part: Requests) => number): number => parts.reduce((total, part) => total + count(part), 0);
  const row = (name: string, count: (part: Requests) => number): string[] => {
    const webhooks = count(whole) - sum(count);
    return [name, ...[...parts.map(count), webhooks, count(whole)].map((value) => (value / LIVES).toFixed(2))];
  };
  const operations = [...new Set([...parts, whole].flatMap((part) => [...part.keys()]))].toSorted();
  const rowsOf = (wanted: (operation: string) => boolean) =>
    operations.filter(wanted).map((operation) => row(operation, (part) => part.get(operation) ?? 0));
  const header = ['', 'create', 'authorize', 'capture', `${WEBHOOKS} webhooks`, 'a life'];

  console.log(`\npersistence writes for the life of a checkout (mean of ${LIVES})\n`);
  printTable(header, [...rowsOf(isStateChange), row('writes', stateChanges)]);
  console.log('\nnot counted\n');
  printTable(header, rowsOf((operation) => !isStateChange(operation) && !isRead(operation)));

  const writes = stateChanges(whole) / LIVES;
  console.log(`\n  ${writes.toFixed(2)} writes a life; aim: at most ${AIM}: ${writes <= AIM ? 'reached' : 'MISSED'}`);
  return writes <= AIM ? 0 : 1;
}

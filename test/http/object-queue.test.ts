import { createObjectQueue, TurnTimeoutError } from '../../src/http/turns/object-queue.ts';
import { RefusalError } from '../../src/http/answers.ts';
import { NoAnswer } from '../../src/temporal/connection.ts';

const CHECKOUT = { kind: 'checkout', id: 'one' } as const;

/** Work that ends when the test calls `finish`. */
function controlled<T>() {
  let finish: (value: T) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const done = new Promise<T>((resolve, reject) => ([finish, fail] = [resolve, reject]));
  return { done, finish, fail };
}

const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof RefusalError ? error.refusal.reason : error),
  );
/** Waits until everything that needs no timer has run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('commands on one object run one after the other, in the order in which they came', async () => {
  const queue = createObjectQueue();
  const order: string[] = [];
  const calls = ['first', 'second', 'third'].map((name) =>
    queue.inTurn(CHECKOUT, async ({ hasWaited }) => {
      order.push(`${name} begins, ${hasWaited ? 'waited' : 'at once'}`);
      await settle();
      order.push(`${name} ends`);
      return name;
    }),
  );
  expect(await Promise.all(calls)).toEqual(['first', 'second', 'third']);
  expect(order).toEqual([
    'first begins, at once',
    'first ends',
    'second begins, waited',
    'second ends',
    'third begins, waited',
    'third ends',
  ]);
});

test('commands on different objects do not wait for each other', async () => {
  const queue = createObjectQueue();
  const slow = controlled<string>();
  const waiting = queue.inTurn(CHECKOUT, () => slow.done);
  expect(await queue.inTurn({ kind: 'checkout', id: 'two' }, async () => 'quick')).toBe('quick');
  slow.finish('slow');
  expect(await waiting).toBe('slow');
});

test('over the bound a call is refused with rate limited, and does not run', async () => {
  const queue = createObjectQueue({ places: 2 });
  const slow = controlled<null>();
  let ran = 0;
  const run = () => queue.inTurn(CHECKOUT, () => (ran++, slow.done));
  const taken = [run(), run(), run()];
  expect(await reasonOf(run())).toBe('rate limited');
  slow.finish(null);
  await Promise.all(taken);
  expect(ran).toBe(3);
});

test('a call whose turn does not come in time never runs', async () => {
  const queue = createObjectQueue({ turnMs: 20 });
  const slow = controlled<null>();
  const first = queue.inTurn(CHECKOUT, () => slow.done);
  let ran = false;
  expect(await reasonOf(queue.inTurn(CHECKOUT, async () => (ran = true)))).toBeInstanceOf(TurnTimeoutError);
  slow.finish(null);
  await first;
  await settle();
  expect(ran).toBe(false);
  expect(await queue.inTurn(CHECKOUT, async ({ hasWaited }) => hasWaited)).toBe(false);
});

test('a command without an answer keeps its turn until its update has ended', async () => {
  const queue = createObjectQueue();
  const update = controlled<null>();
  const first = queue.inTurn(CHECKOUT, () => Promise.reject(new NoAnswer(update.done)));
  expect(await reasonOf(first)).toBeInstanceOf(NoAnswer);
  let ran = false;
  const second = queue.inTurn(CHECKOUT, async () => (ran = true));
  await settle();
  expect(ran).toBe(false);
  update.fail(new Error('late'));
  expect(await second).toBe(true);
});

test('a failed command passes its turn on', async () => {
  const queue = createObjectQueue();
  const failed = queue.inTurn(CHECKOUT, () => Promise.reject(new Error('fault')));
  const next = queue.inTurn(CHECKOUT, async () => 'next');
  await expect(failed).rejects.toThrow('fault');
  expect(await next).toBe('next');
});

test('simultaneous equal commands share one turn and its outcome, and a later one gets a turn of its own', async () => {
  const queue = createObjectQueue();
  let flights = 0;
  const fly = () => queue.inFlight('capture', CHECKOUT, async () => ++flights);
  expect(await Promise.all([fly(), fly(), fly()])).toEqual([1, 1, 1]);
  expect(await fly()).toBe(2);
  const failing = () => queue.inFlight('capture', CHECKOUT, () => Promise.reject(new Error('fault')));
  const outcomes = await Promise.allSettled([failing(), failing()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await fly()).toBe(3);
});

test('commands that can run together share the next turn, and each has its own answer', async () => {
  const queue = createObjectQueue();
  const clock = { kind: 'clock', id: 'org' } as const;
  const slow = controlled<null>();
  const turns: string[][] = [];
  const advance = (name: string) =>
    queue.inBatch(clock, name, async (names: readonly string[]) => {
      turns.push([...names]);
      if (name === 'first') await slow.done;
      return names.map((one) => `${one} done`);
    });
  const answers = [advance('first'), advance('second'), advance('third')];
  await settle();
  slow.finish(null);
  expect(await Promise.all(answers)).toEqual(['first done', 'second done', 'third done']);
  expect(turns).toEqual([['first'], ['second', 'third']]);
  expect(await advance('fourth')).toBe('fourth done');
});

test('a batch whose turn does not come is refused as a whole, and the next one is a new batch', async () => {
  const queue = createObjectQueue({ turnMs: 20 });
  const clock = { kind: 'clock', id: 'org' } as const;
  const slow = controlled<null>();
  const first = queue.inBatch(clock, 0, async () => [await slow.done]);
  const late = [1, 2].map((item) =>
    reasonOf(queue.inBatch(clock, item, async (items: readonly number[]) => items)),
  );
  expect(await Promise.all(late)).toEqual([expect.any(TurnTimeoutError), expect.any(TurnTimeoutError)]);
  slow.finish(null);
  await first;
  expect(await queue.inBatch(clock, 3, async (items: readonly number[]) => items)).toBe(3);
});

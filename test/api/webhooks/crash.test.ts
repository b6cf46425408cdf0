import { apiTest } from '../../support/api-test.ts';
import { api, authorized, shopper, until } from '../../support/people.ts';
import type { Person } from '../../support/people.ts';
import { listener, receivedOf } from '../../support/webhooks.ts';
import type { Listener } from '../../support/webhooks.ts';

/**
 * A worker that dies between claiming an attempt and writing down what came of it, at every step of the
 * ladder.
 */
const STEPS = [1, 2, 3, 4, 5, 6];
/** Between the due times of two attempts: enough to make the next one due, and not the one after it. */
const GAPS = [0, 65, 305, 905, 3605, 21_605];
const LADDER_SECONDS = 8 * 60 * 60;
/** A worker's death is noticed when the time of its attempt is over. */
const PATIENCE_MS = 90_000;

const service = apiTest({ own: 'webhook_crash' });
const { books } = service;
let buyer: Person;

beforeAll(async () => {
  buyer = await shopper();
});

interface Ladder {
  readonly listening: Listener;
  /** The step at which the worker dies. */
  readonly step: number;
  deliveryId: string;
}

interface AttemptRow {
  readonly number: number;
  readonly status_code: number | null;
  readonly error: string | null;
  readonly done: boolean;
}

async function attemptsOf({ deliveryId }: Ladder): Promise<AttemptRow[]> {
  const { rows } = await books.query<AttemptRow>(
    'select number, status_code, error, done from delivery_attempts where delivery_id = $1 order by number',
    [deliveryId],
  );
  return rows;
}

const statusOf = async ({ deliveryId }: Ladder): Promise<string> =>
  (await books.query<{ status: string }>('select status from deliveries where id = $1', [deliveryId])).rows[0]
    ?.status ?? '';

/** A move that is cut off by the worker's death is asked for again, as a caller would. */
const advance = ({ listening: { shop } }: Ladder, seconds: number) =>
  until(
    () => api('POST', '/sandbox/clock/advance', { key: shop.key, body: { seconds } }),
    ({ status }) => status === 200,
    PATIENCE_MS,
  );

/** Has the event happen whose webhook is the ladder's. */
async function begin(ladder: Ladder): Promise<void> {
  await authorized(ladder.listening.shop, buyer);
  const { rows } = await books.query<{ id: string }>('select id from deliveries where org_id = $1', [
    ladder.listening.shop.orgId,
  ]);
  ladder.deliveryId = rows[0]?.id ?? '';
}

const attemptIsOver = (ladder: Ladder, number: number) =>
  until(
    () => attemptsOf(ladder),
    (attempts) => attempts[number - 1]?.done === true,
    PATIENCE_MS,
  );

/** Brings it as far as the wait before its step. */
async function climb(ladder: Ladder): Promise<void> {
  if (ladder.step === 1) return;
  await begin(ladder);
  await attemptIsOver(ladder, 1);
  for (let made = 1; made < ladder.step - 1; made++) {
    await advance(ladder, GAPS[made] ?? 0);
    await attemptIsOver(ladder, made + 1);
  }
}

const newLadder = async (step: number): Promise<Ladder> => ({
  listening: await listener(() => ({ status: 500 })),
  step,
  deliveryId: '',
});

async function restartedToDieAt(point: string): Promise<void> {
  await service.applications.worker.stop();
  await service.applications.restartWorker({ CRASH_POINT: point });
}

test(
  'killed between POST and commit at each of the six steps: six POSTs, and the log says of that one that it was interrupted',
  async () => {
    const ladders = await Promise.all(STEPS.map(newLadder));
    await Promise.all(ladders.map(climb));
    await restartedToDieAt('webhook.sent');
    const { promise: allCameIn, resolve: release } = Promise.withResolvers<void>();
    for (const { listening } of ladders) {
      listening.at.answer = async () => {
        await allCameIn;
        return { status: 500 };
      };
    }
    const posts = (ladder: Ladder) => ladder.listening.at.received.length;
    const moves = ladders.map((ladder) =>
      ladder.step === 1 ? begin(ladder) : advance(ladder, GAPS[ladder.step - 1] ?? 0),
    );
    await until(
      async () => ladders.map(posts),
      (counts) => counts.every((count, at) => count === STEPS[at]),
      PATIENCE_MS,
    );
    release();
    expect(await service.applications.worker.exited).toContain('SIGKILL');
    await service.applications.restartWorker();
    await Promise.all(moves);
    for (const ladder of ladders) {
      const begun = await attemptIsOver(ladder, ladder.step);
      expect([ladder.step, begun[ladder.step - 1]]).toMatchObject([
        ladder.step,
        { status_code: null, error: 'interrupted' },
      ]);
    }
    await Promise.all(ladders.map((ladder) => advance(ladder, LADDER_SECONDS)));
    for (const ladder of ladders) {
      expect(
        await until(
          () => statusOf(ladder),
          (status) => status !== 'PENDING',
          PATIENCE_MS,
        ),
      ).toBe('FAILED');
      const received = receivedOf(ladder.listening, ladder.deliveryId);
      expect(received).toHaveLength(6);
      expect(new Set(received.map(({ rawBody }) => rawBody.toString('hex'))).size).toBe(1);
      const log = (await attemptsOf(ladder)).map(({ number, status_code: code, error }) => [
        number,
        code ?? error,
      ]);
      expect(log).toEqual(STEPS.map((number) => [number, number === ladder.step ? 'interrupted' : 500]));
    }
  },
  4 * PATIENCE_MS,
);

test(
  'killed before the POST: that attempt counts all the same, for nobody knows, and there are no seven',
  async () => {
    const ladder = await newLadder(2);
    await climb(ladder);
    await restartedToDieAt('webhook.claimed');
    const moved = advance(ladder, GAPS[1] ?? 0);
    expect(await service.applications.worker.exited).toContain('SIGKILL');
    await service.applications.restartWorker();
    await moved;
    await attemptIsOver(ladder, 2);
    await advance(ladder, LADDER_SECONDS);
    expect(
      await until(
        () => statusOf(ladder),
        (status) => status !== 'PENDING',
        PATIENCE_MS,
      ),
    ).toBe('FAILED');
    expect((await attemptsOf(ladder)).map(({ status_code: code, error }) => code ?? error)).toEqual([
      500,
      'interrupted',
      500,
      500,
      500,
      500,
    ]);
    expect(ladder.listening.at.received).toHaveLength(5);
  },
  4 * PATIENCE_MS,
);

test(
  'killed after the commit of the sixth: nothing is sent again, and the mail to the owner goes out once',
  async () => {
    const ladder = await newLadder(6);
    await climb(ladder);
    await restartedToDieAt('webhook.recorded');
    const moved = advance(ladder, GAPS[5] ?? 0);
    expect(await service.applications.worker.exited).toContain('SIGKILL');
    expect(await statusOf(ladder)).toBe('FAILED');
    await service.applications.restartWorker();
    await moved;
    const { email } = ladder.listening.shop;
    const mails = async (): Promise<unknown[]> => {
      const response = await fetch(
        `${process.env['TEST_INBOX_URL']}/messages?to=${encodeURIComponent(email)}`,
      );
      const { messages } = (await response.json()) as { messages: { subject: string }[] };
      return messages.filter(({ subject }) => /webhook/i.test(subject));
    };
    expect(await until(mails, ({ length }) => length > 0, PATIENCE_MS)).toHaveLength(1);
    expect((await attemptsOf(ladder)).map(({ status_code: code }) => code)).toEqual([
      500, 500, 500, 500, 500, 500,
    ]);
    expect(ladder.listening.at.received).toHaveLength(6);
  },
  4 * PATIENCE_MS,
);

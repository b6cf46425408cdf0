import { MockActivityEnvironment } from '@temporalio/testing';
import { createRests } from '../../activities/reconciliation.ts';

/** The rests after slices of so many milliseconds. The pass has run for `elapsedMs` before them. */
async function restsAfter(slicesMs: readonly number[], elapsedMs = 0): Promise<(number | 'heartbeat')[]> {
  const done: (number | 'heartbeat')[] = [];
  const environment = new MockActivityEnvironment();
  Object.assign(environment.context, { sleep: async (ms: number) => void done.push(ms) });
  const { now } = performance;
  performance.now = () => 0;
  try {
    await environment.run(async () => {
      const rest = createRests(() => void done.push('heartbeat'));
      performance.now = () => elapsedMs;
      for (const ms of slicesMs) await rest(ms);
    });
  } finally {
    performance.now = now;
  }
  return done;
}

test('the checks of the books rest three times as long as a slice took, ten seconds at most', async () => {
  expect(await restsAfter([20, 60_000])).toEqual(['heartbeat', 60, 'heartbeat', 10_000]);
});

test('a pass of five minutes rests no more, and still sends heartbeats', async () => {
  expect(await restsAfter([20], 299_999)).toEqual(['heartbeat', 60]);
  expect(await restsAfter([20, 20], 300_000)).toEqual(['heartbeat', 'heartbeat']);
});

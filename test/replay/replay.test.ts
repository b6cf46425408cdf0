import { workflowBundle } from '../../src/temporal/workflow-bundle.ts';
import { quietRuntime } from '../support/time-skipping.ts';
import * as workflows from '../../workflows/index.ts';
import { PATHS } from './paths.ts';
import { readRecording, recordedNames, typeOf } from './recordings.ts';
import { replayed } from './replaying.ts';

quietRuntime();
const bundle = workflowBundle(process.env['TEST_WORKFLOW_BUNDLE']);

test('every path of every workflow has a recording, and every recording a path', async () => {
  expect(await recordedNames()).toEqual(Object.keys(PATHS).sort());
});

test('every workflow that is deployed has a path', async () => {
  const types = await Promise.all(
    (await recordedNames()).map(async (name) => typeOf(await readRecording(name))),
  );
  expect([...new Set(types)].sort()).toEqual(Object.keys(workflows).sort());
});

test.each(Object.keys(PATHS))('today’s workflows replay the recording of %s', async (name) => {
  expect(await replayed(await bundle, [await readRecording(name)])).toEqual([]);
});

test('a recording that does not fit is noticed', async () => {
  const { history } = await readRecording('checkout-captured');
  const [expired, captured] = [
    await readRecording('checkout-expired'),
    { workflowId: 'cut', history: { events: history.events?.slice() ?? [] } },
  ];
  const timer = expired.history.events?.find(
    ({ timerStartedEventAttributes }) => timerStartedEventAttributes,
  );
  captured.history.events.splice(8, 0, { ...timer, eventId: captured.history.events[8]?.eventId ?? null });
  expect(await replayed(await bundle, [captured])).toEqual([expect.stringContaining('cut: ')]);
});

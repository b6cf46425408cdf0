import { readTraceparent } from '../../src/domain/trace.ts';
import { traceparentFor } from '../../src/telemetry/trace.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

test('a traceparent is taken as it came', () => {
  for (const flags of ['00', '01', 'ff'])
    expect(readTraceparent(`00-${TRACE}-${PARENT}-${flags}`)).toBe(`00-${TRACE}-${PARENT}-${flags}`);
});

test('of a later version what we know is taken and what it appended is dropped', () => {
  expect(readTraceparent(`01-${TRACE}-${PARENT}-01`)).toBe(`00-${TRACE}-${PARENT}-01`);
  expect(readTraceparent(`cc-${TRACE}-${PARENT}-01-what-comes-later`)).toBe(`00-${TRACE}-${PARENT}-01`);
});

test.each([
  '',
  'x',
  `00-${TRACE}-${PARENT}`,
  `00-${TRACE}-${PARENT}-01-more`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `ff-${TRACE}-${PARENT}-01`,
  ` 00-${TRACE}-${PARENT}-01`,
  `cc-${TRACE}-${PARENT}-01more`,
])('%j is none, and gets one of ours that is not sampled', (sent) => {
  expect(readTraceparent(sent)).toBeNull();
  const [one, two] = [traceparentFor(sent), traceparentFor(sent)];
  expect(readTraceparent(one)).toBe(one);
  expect(one).toMatch(/-00$/);
  expect(one).not.toBe(two);
});

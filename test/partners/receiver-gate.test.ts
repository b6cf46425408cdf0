import { createReceiverGate } from '../../src/partners/receiver-gate.ts';
import type { Slot, ReceiverGate } from '../../src/partners/receiver-gate.ts';

/** A gate whose time the test tells. */
function gateAt(): { gate: ReceiverGate; pass(ms: number): void } {
  let now = 0;
  return { gate: createReceiverGate(() => now), pass: (ms) => void (now += ms) };
}

let visits = 0;
const visit = (orgId: string, more: { deliveryId?: string; onlyIfFast?: boolean } = {}) => ({
  orgId,
  deliveryId: `delivery ${visits++}`,
  onlyIfFast: false,
  ...more,
});

/** The places of so many who ask at once, null for those turned away. */
const enterAll = (gate: ReceiverGate, orgId: string, count: number): Promise<(Slot | null)[]> =>
  Promise.all(Array.from({ length: count }, () => gate.enter(visit(orgId))));

const granted = (places: readonly (Slot | null)[]): Slot[] => places.filter((place) => place !== null);

/** A receiver of four requests that have been under way for longer than a second. */
async function slow(gate: ReceiverGate, pass: (ms: number) => void, orgId = 'slow'): Promise<Slot[]> {
  const places = granted(await enterAll(gate, orgId, 4));
  pass(1001);
  return places;
}

test('four at most are under way to one receiver; others of other orgs are let in meanwhile', async () => {
  const { gate, pass } = gateAt();
  expect(await slow(gate, pass)).toHaveLength(4);
  expect(granted(await enterAll(gate, 'slow', 20))).toEqual([]);
  expect(granted(await enterAll(gate, 'other', 4))).toHaveLength(4);
});

test('a request that waits for a fast receiver gets the place that comes free, in turn', async () => {
  const { gate } = gateAt();
  const [first] = granted(await enterAll(gate, 'shop', 4));
  const waiting = gate.enter(visit('shop'));
  first?.leave(5);
  const place = await waiting;
  expect(place).not.toBeNull();
  // A place is handed on: the next one waits again, and is turned away when none comes free.
  expect(await gate.enter(visit('shop'))).toBeNull();
});

test('a place is given back once, however often it is left, and every one of them can be had again', async () => {
  const { gate, pass } = gateAt();
  const places = await slow(gate, pass);
  for (const place of places) {
    place.leave(10_000);
    place.leave(10_000);
  }
  expect(granted(await enterAll(gate, 'slow', 8))).toHaveLength(4);
});

test('a first attempt within a workflow task is not let to a receiver that is slow, until it answers fast again', async () => {
  const { gate, pass } = gateAt();
  const [first, ...others] = await slow(gate, pass);
  for (const place of [...others, first]) place?.leave(10_000);
  expect(await gate.enter(visit('slow', { onlyIfFast: true }))).toBeNull();
  const place = await gate.enter(visit('slow'));
  place?.leave(20);
  expect(await gate.enter(visit('slow', { onlyIfFast: true }))).not.toBeNull();
});

test('of first attempts at a slow receiver it expects 32 back, and another as soon as one of those has come', async () => {
  const { gate, pass } = gateAt();
  for (const place of await slow(gate, pass)) place.leave(10_000);
  const firsts = Array.from({ length: 40 }, () => visit('slow', { onlyIfFast: true }));
  const expected = async () => {
    for (const first of firsts) expect(await gate.enter(first)).toBeNull();
    return firsts.filter((first) => gate.expects(first));
  };
  expect(await expected()).toEqual(firsts.slice(0, 32));
  // It comes back by its workflow, and is let in.
  const [come] = firsts.splice(0, 1);
  const place = come === undefined ? null : await gate.enter({ ...come, onlyIfFast: false });
  expect(place).not.toBeNull();
  place?.leave(2000);
  expect(await expected()).toHaveLength(32);
});

test('the pause is longer the more wait and the longer one takes, from one second to a minute; a thousand ask four times a second', async () => {
  const { gate, pass } = gateAt();
  expect(gate.pauseOf('idle')).toBeLessThanOrEqual(1250);
  await slow(gate, pass);
  await enterAll(gate, 'slow', 8);
  pass(9000);
  const few = gate.pauseOf('slow');
  expect(few).toBeGreaterThan(10_000);
  await enterAll(gate, 'slow', 92);
  const many = gate.pauseOf('slow');
  expect(many).toBeGreaterThan(few);
  expect(many).toBeLessThanOrEqual(75_000);
  await enterAll(gate, 'slow', 900);
  const thousand = gate.pauseOf('slow');
  expect(thousand).toBeGreaterThanOrEqual(250_000 * 0.75);
  expect(thousand).toBeLessThanOrEqual(250_000 * 1.25);
});

test('slow receivers together leave room for the others', async () => {
  const { gate, pass } = gateAt();
  const hanging = await Promise.all(
    Array.from({ length: 200 }, (_, number) => gate.enter(visit(`hole ${number}`))),
  );
  expect(granted(hanging)).toHaveLength(200);
  pass(1001);
  // Three more to each of them: 500 are let in, for those that were let in before they were known to be slow
  // do not count.
  const more = await Promise.all(
    Array.from({ length: 600 }, (_, number) => gate.enter(visit(`hole ${number % 200}`))),
  );
  expect(granted(more)).toHaveLength(500);
  expect(await gate.enter(visit('healthy'))).not.toBeNull();
  expect(await gate.enter(visit('healthy', { onlyIfFast: true }))).not.toBeNull();
});

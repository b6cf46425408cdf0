import { createAttemptQueue } from '../../src/temporal/attempt-queue.ts';

/** A queue whose attempts last until they are released. */
function heldQueue() {
  const begun: string[] = [];
  const releases = new Map<string, () => void>();
  const queue = createAttemptQueue(({ deliveryId }) => {
    begun.push(deliveryId);
    return new Promise((resolve) => releases.set(deliveryId, resolve));
  });
  const release = async (deliveryId: string): Promise<void> => {
    releases.get(deliveryId)?.();
    await new Promise(setImmediate);
  };
  return { queue, begun, release };
}

test('an organization with many deliveries delays no other, and has a few at once', async () => {
  const { queue, begun, release } = heldQueue();
  for (let count = 1; count <= 100; count++) queue.add({ deliveryId: `many ${count}`, orgId: 'many' });
  queue.add({ deliveryId: 'one', orgId: 'other' });
  expect(begun).toEqual([...Array.from({ length: 8 }, (_, at) => `many ${at + 1}`), 'one']);
  await release('many 3');
  expect(begun.slice(9)).toEqual(['many 9']);
});

test('a delivery that waits or is under way is not made twice', async () => {
  const { queue, begun, release } = heldQueue();
  for (let count = 1; count <= 9; count++) queue.add({ deliveryId: `${count}`, orgId: 'org' });
  queue.add({ deliveryId: '1', orgId: 'org' });
  queue.add({ deliveryId: '9', orgId: 'org' });
  for (let count = 1; count <= 9; count++) await release(`${count}`);
  expect(begun).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
});

test('no more wait for an organization than a sweep brings back', async () => {
  const { queue, begun, release } = heldQueue();
  for (let count = 1; count <= 2000; count++) queue.add({ deliveryId: `${count}`, orgId: 'org' });
  for (let count = 1; count <= 2000; count++) await release(`${count}`);
  expect(begun).toHaveLength(508);
});

test('its end drops waiting attempts, and waits for running ones', async () => {
  const { queue, begun, release } = heldQueue();
  for (let count = 1; count <= 9; count++) queue.add({ deliveryId: `${count}`, orgId: 'org' });
  let hasEnded = false;
  const ended = queue.end().then(() => (hasEnded = true));
  for (let count = 1; count <= 7; count++) await release(`${count}`);
  expect(hasEnded).toBe(false);
  await release('8');
  await ended;
  expect(begun).not.toContain('9');
});

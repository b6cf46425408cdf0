import { createHash } from 'node:crypto';

const ID_BYTES = 16;
const TIME_BYTES = 6;

/**
 * Returns the id of the nth object that a command makes in one round. The same input gives the same id;
 * different inputs give different ids. The id has the form of a UUID version 7 with the seed's time in front,
 * so that rows stay ordered by the time of their request.
 *
 * The seed is the random id of the command's row, so an idempotency key reveals nothing about the ids made
 * under it.
 */
export function derivedId(seed: string, round: number, nth: number): string {
  const time = Buffer.from(seed.replaceAll('-', ''), 'hex').subarray(0, TIME_BYTES);
  const chance = createHash('sha256').update(`${seed} ${round} ${nth}`).digest();
  const bytes = Buffer.concat([time, chance]).subarray(0, ID_BYTES);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

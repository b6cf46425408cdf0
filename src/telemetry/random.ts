import { randomFillSync } from 'node:crypto';

/**
 * Random bytes for the next ids. Drawn together: a draw for each id costs more than the rest of the id.
 */
const drawn = Buffer.alloc(4096);
let used = drawn.length;

/**
 * Returns random bytes for the id of a trace or a log row: at most 4,096. Read them at once: a later draw
 * overwrites them.
 */
export function drawRandom(bytes: number): Buffer {
  if (used + bytes > drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  return drawn.subarray(used, (used += bytes));
}

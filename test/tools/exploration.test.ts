import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { ProofResult } from '../../tools/proof/part.ts';
import { PLANTED_FAULTS } from '../../tools/proof/exploration/faults.ts';
import { GOLDEN_PLAN } from '../../tools/proof/exploration/plans.ts';
import { violationText, walk } from '../../tools/proof/exploration/walk.ts';

const RUN = resolve(import.meta.dirname, '../../tools/proof/exploration/run.ts');
/** A machine that other tests keep busy needs several times what a free one does. */
const LIMIT_MS = 600_000;

test(
  'no order of moves breaks a money invariant, in any of two million states, and each planted fault is found',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [RUN], { env: {} });
    const result = JSON.parse(stdout) as ProofResult;
    expect(result.faults).toEqual([]);
    expect(result.status).toBe('passed');
  },
  LIMIT_MS,
);

test('a violation names the cart, the shortest path of moves, and the invariant', async () => {
  const [deferred] = PLANTED_FAULTS;
  const { violations } = await walk([GOLDEN_PLAN], deferred!.rules, { mostViolations: 1 });
  expect(violations.map(violationText)).toEqual([
    'an open award is not cut by exactly what the return takes away. ' +
      'Cart: a 3 × 1999 at 750 bp by bob, b 1 × 501 at 333 bp; shipping 499, tax 612, fee 200 bp, share 5000 bp. ' +
      'Moves: create the checkout → authorize → capture → return 1 of b.',
  ]);
});

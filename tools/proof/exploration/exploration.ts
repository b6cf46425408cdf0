import { setImmediate } from 'node:timers/promises';
import type { ProofOptions, ProofPart, ProofResult } from '../part.ts';
import { PLANTED_FAULTS } from './faults.ts';
import { cartPlans } from './plans.ts';
import { REAL_RULES } from './rules.ts';
import { violationText, walk } from './walk.ts';

/** A walk of fewer states has lost carts or moves. */
export const FEWEST_STATES = 2_000_000;
const MOST_SECONDS = 60;
const MOST_VIOLATIONS = 5;
const YIELD_MS = 100;

/**
 * Walks every reachable state of the money rules. `--quick` changes nothing here, and neither does the seed.
 */
export const exploration: ProofPart = {
  name: 'exploration',
  shows:
    'No order of authorizing, capturing, voiding, lapsing, recommending, landing and returning breaks a money invariant.',
  async run({ progress }: ProofOptions): Promise<ProofResult> {
    const plans = cartPlans();
    const began = process.cpuUsage();
    const all = await progress.during(
      `exploring ${plans.length} carts`,
      walk(plans, REAL_RULES, { mostViolations: MOST_VIOLATIONS, onCart: yieldNowAndThen() }),
    );
    // Processor time: with elapsed time, other work on the machine could fail the part.
    const seconds = process.cpuUsage(began).user / 1_000_000;
    const missed = await missedFaults();
    const faults = all.violations.map(violationText);
    if (all.states < FEWEST_STATES && faults.length === 0)
      faults.push(`${all.states} states are fewer than ${FEWEST_STATES}.`);
    if (seconds > MOST_SECONDS)
      faults.push(`The walk took ${seconds.toFixed(1)} s of processor time, more than ${MOST_SECONDS} s.`);
    faults.push(...missed.map((name) => `A planted fault was not found: ${name}.`));
    return {
      status: faults.length === 0 ? 'passed' : 'failed',
      figures: [
        { name: 'carts', value: String(all.carts) },
        { name: 'states', value: String(all.states), bar: `≥ ${FEWEST_STATES}` },
        { name: 'moves', value: String(all.moves) },
        { name: 'violations', value: String(all.violations.length), bar: '0' },
        { name: 'processor time', value: `${seconds.toFixed(1)} s`, bar: `≤ ${MOST_SECONDS} s` },
        {
          name: 'planted faults found',
          value: `${PLANTED_FAULTS.length - missed.length} of ${PLANTED_FAULTS.length}`,
          bar: 'all',
        },
      ],
      faults,
    };
  },
};

/** The names of the planted faults that a walk misses, or finds as a violation of another invariant. */
async function missedFaults(): Promise<string[]> {
  const missed: string[] = [];
  for (const { name, rules, breaks } of PLANTED_FAULTS) {
    const { violations } = await walk(cartPlans(), rules, { mostViolations: 1 });
    if (violations[0]?.broken.includes(breaks) !== true) missed.push(name);
  }
  return missed;
}

/** Lets timers run between carts, so that progress is reported. */
function yieldNowAndThen(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < YIELD_MS) return;
    await setImmediate();
    last = performance.now();
  };
}

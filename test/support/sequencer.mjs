import Sequencer from '@jest/test-sequencer';

/** Files that run for a minute or more, the longest first. A new one may be missing here: then only the whole takes longer. */
const LONG = [
  'api/payout-chaos',
  'api/webhook-crash',
  'api/sandbox-clock-faults',
  'echo/echo',
  'api/seed',
  'api/webhook-storm',
  'workflows/fresh-runs',
  'api/faults',
  'workflows/payout',
  'api/reconcile',
  'api/canaries',
  'api/cli',
  'api/documentation',
  'api/idempotency-faults',
  'api/under-fire',
].map((name) => `/test/${name}.test.ts`);

/** Runs long files first, so that the workers end together and no short file waits beside all the long ones. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const index = LONG.findIndex((name) => path.endsWith(name));
      return index < 0 ? LONG.length : index;
    };
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
}

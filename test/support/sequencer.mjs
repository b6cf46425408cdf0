import Sequencer from '@jest/test-sequencer';

/**
 * Files that run for a minute or more. Those that mostly wait (for restarts and time-outs) stand between
 * those that compute, so that neither kind runs beside its own. A new file may be missing here: then only the
 * whole takes longer.
 */
const LONG = [
  'api/payouts/chaos',
  'echo/echo',
  'api/webhooks/crash',
  'api/webhooks/storm',
  'api/sandbox/clock-faults',
  'api/sandbox/seed',
  'api/faults/reconcile',
  'workflows/fresh-runs',
  'api/faults/faults',
  'api/faults/restarts',
  'workflows/payout',
  'api/idempotency/faults',
  'api/clients/cli',
  'tools/exploration',
  'api/protocol/matrix',
  'api/protocol/hostile-input',
  'api/protocol/canaries',
  'api/payouts/destinations',
  'api/clients/documentation',
  'api/charges/under-fire',
].map((name) => `/test/${name}.test.ts`);

/** Runs long files first, so that the workers end together. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const index = LONG.findIndex((name) => path.endsWith(name));
      return index < 0 ? LONG.length : index;
    };
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
}

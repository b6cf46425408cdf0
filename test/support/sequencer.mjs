import Sequencer from '@jest/test-sequencer';

/**
 * Files that run for half a minute or more. Those that mostly wait (for restarts and time-outs) stand between
 * those that compute, so that neither kind runs beside its own. A new file may be missing here: then only the
 * whole takes longer.
 */
const LONG = [
  'api/payouts/chaos',
  'echo/echo',
  'api/webhooks/crash',
  'api/clients/documentation',
  'api/sandbox/clock-faults',
  'temporal/namespaces',
  'api/protocol/canaries',
  'api/faults/restarts',
  'api/protocol/matrix',
  'temporal/worker-versions',
  'api/payouts/callbacks',
  'api/payouts/destinations',
  'api/faults/faults',
  'api/protocol/hostile-input',
  'api/faults/reconcile',
  'tools/exploration',
  'api/protocol/encrypted-payloads',
  'api/sandbox/clock',
  'api/payouts/live',
  'api/payouts/stuck',
  'api/attacks/incidents',
  'api/payouts/withdrawn-proposals',
  'api/idempotency/faults',
  'workflows/fresh-runs',
  'api/clients/cli',
  'api/faults/late-effects',
  'api/pages/page-looks',
  'api/webhooks/storm',
  'api/sandbox/seed',
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

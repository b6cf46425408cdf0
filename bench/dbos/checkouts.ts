import { DBOS } from '@dbos-inc/dbos-sdk';
import { authorizeCheckout, captureCharge } from '../../src/commands/charge.ts';
import type { ChargeResult } from '../../src/commands/charge.ts';
import { openCheckout } from '../../src/commands/checkout.ts';
import type { MonitoringDeps } from '../../src/commands/monitoring.ts';
import type { Outcome } from '../../src/domain/outcome.ts';
import type { Workflows } from '../../src/temporal/commands.ts';
import type {
  AuthorizeRequest,
  CheckoutInput,
  CheckoutRef,
  Command,
  DeliveryInput,
} from '../../workflows/messages.ts';

/** The commands of a life. */
type CheckoutCommands = Pick<Workflows, 'openCheckout' | 'authorize' | 'capture'>;

/**
 * The commands as workflows of DBOS, in this process: one for each command and one for each webhook, with one
 * step. Call it before `DBOS.launch`. A sweep would find due rows, so a checkout costs no timer.
 */
export function checkoutsOverDbos(
  deps: MonitoringDeps,
  attempt: (delivery: DeliveryInput) => Promise<boolean>,
): CheckoutCommands {
  const send = DBOS.registerWorkflow(
    (delivery: DeliveryInput) => DBOS.runStep(() => attempt(delivery), { name: 'attempt' }),
    { name: 'send' },
  );
  const finish = async <T>(
    { orgId }: CheckoutRef,
    { answer, deliveryId, pendingAwards }: Omit<ChargeResult<T>, 'row'>,
  ): Promise<Outcome<T>> => {
    if (pendingAwards.length > 0) throw new Error('the lives of this benchmark earn no cashback at once');
    if (deliveryId !== null) await DBOS.startWorkflow(send)({ deliveryId, orgId });
    return answer;
  };
  const open = DBOS.registerWorkflow(
    ({ checkoutId, orgId, opening }: CheckoutInput) =>
      DBOS.runStep(
        async () => {
          if (opening === null) throw new Error('an opening without its cart');
          return (await openCheckout(deps.database, { checkoutId, orgId, opening })).answer;
        },
        { name: 'openCheckout' },
      ),
    { name: 'open' },
  );
  const authorize = DBOS.registerWorkflow(
    async (checkout: CheckoutRef, request: AuthorizeRequest) =>
      finish(
        checkout,
        await DBOS.runStep(() => authorizeCheckout(deps, { ...checkout, request }), { name: 'authorize' }),
      ),
    { name: 'authorize' },
  );
  const capture = DBOS.registerWorkflow(
    async (checkout: CheckoutRef, command: Command) =>
      finish(
        checkout,
        await DBOS.runStep(() => captureCharge(deps, { ...checkout, ...command }), { name: 'capture' }),
      ),
    { name: 'capture' },
  );
  // DBOS takes `this` of a call for an instance that carries workflows.
  return {
    openCheckout: (input) => open(input),
    authorize: (checkout, request) => authorize(checkout, request),
    capture: (checkout, command) => capture(checkout, command),
  };
}

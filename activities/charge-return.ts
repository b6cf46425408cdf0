import { returnCharge } from '../src/commands/charge-return.ts';
import type { ReturnInput } from '../workflows/messages.ts';
import type { ActivityDeps } from './dependencies.ts';

/** The step of the return workflow. */
export function createReturnActivities(deps: ActivityDeps) {
  return {
    async returnCharge(input: ReturnInput) {
      const { answer, deliveryId } = await returnCharge(deps, input);
      if (deliveryId !== null) deps.deliver(deliveryId, input.orgId);
      return answer;
    },
  };
}

export type ReturnActivities = ReturnType<typeof createReturnActivities>;

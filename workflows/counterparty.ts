import { allHandlersFinished, condition, proxyLocalActivities, setHandler } from '@temporalio/workflow';
import type {
  NameCheckResult,
  CounterpartyActivities,
  PayeeNameActivities,
} from '../activities/counterparty.ts';
import type { ScreenedPayee } from '../src/domain/payout.ts';
import type { ScreeningActivities } from '../activities/screening.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import { awaitRegistration } from './messages.ts';
import type { CounterpartyInput } from './messages.ts';
import { POLICIES, queuedSteps } from './steps.ts';

const { endRegistration } = proxyLocalActivities<CounterpartyActivities>(POLICIES.due);

/**
 * One registration of a bank destination: checks the holder's name, screens the payee, and writes the result
 * to the row.
 */
export async function counterparty(input: CounterpartyInput): Promise<Outcome<null>> {
  const seen: { answer: Outcome<null> | null } = { answer: null };
  setHandler(awaitRegistration, async () => {
    await condition(() => seen.answer !== null);
    return seen.answer as Outcome<null>;
  });
  const { checkPayeeName, screenCounterparty } = queuedSteps<PayeeNameActivities & ScreeningActivities>(
    'payeeChecks',
  );
  const [checked, screened] = await Promise.all([
    checkPayeeName(input).catch((): NameCheckResult => ({
      answer: 'unavailable',
      sealedRegisteredName: null,
    })),
    // Every payout screens the payee again, so an outage of screening does not block the registration.
    screenCounterparty(input).catch((): ScreenedPayee => ({ kind: 'unavailable' })),
  ]);
  const answer = await endRegistration({ ...input, checked, screened });
  seen.answer = answer;
  await condition(allHandlersFinished);
  return answer;
}

import { allHandlersFinished, condition, log, proxyLocalActivities, setHandler } from '@temporalio/workflow';
import type { BankActivities } from '../activities/bank.ts';
import type { DepositActivities } from '../activities/deposit.ts';
import { ok } from '../src/domain/outcome.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import { checkDeposit } from './messages.ts';
import type { DepositInput } from './messages.ts';
import { POLICIES, queuedSteps } from './steps.ts';

const { creditDeposit } = proxyLocalActivities<DepositActivities>(POLICIES.kept);

/**
 * The waits after a lookup of a deposit that the bank does not know: it may report a deposit before it lists
 * it. A further callback ends a wait.
 */
const WAITS = ['1 minute', '10 minutes', '1 hour'] as const;

/** The state of a running deposit: its lookups so far, and the outcome of the last one. */
interface Seen {
  /** The number of callbacks since the last lookup began. */
  hints: number;
  lookups: number;
  answer: Outcome<null>;
  isOver: boolean;
}

/**
 * One deposit that the bank reported by a callback. The callback is a hint: the workflow asks the bank, and
 * credits what the bank answers. A caller waits for one lookup.
 */
export async function deposit({ eventId }: DepositInput): Promise<'credited' | 'refused' | 'unknown'> {
  const seen: Seen = { hints: 0, lookups: 0, answer: ok(null), isOver: false };
  setHandler(checkDeposit, async () => {
    const before = seen.lookups;
    seen.hints++;
    await condition(() => seen.isOver || seen.lookups > before);
    return seen.answer;
  });
  const { findDeposit } = queuedSteps<BankActivities>('findDeposit');
  const end = async <End>(result: End): Promise<End> => {
    seen.isOver = true;
    await condition(allHandlersFinished);
    return result;
  };
  for (const wait of [...WAITS, null]) {
    seen.hints = 0;
    const found = await findDeposit({ eventId });
    if (found !== null) {
      seen.answer = await creditDeposit({ ...found, eventId });
      return end(seen.answer.ok ? 'credited' : 'refused');
    }
    log.warn('a callback reports a deposit that the bank does not have', { eventId });
    seen.lookups++;
    if (wait !== null) await condition(() => seen.hints > 0, wait);
  }
  return end('unknown');
}

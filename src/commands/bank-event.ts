import { PLAIN_JUDGEMENT, recordJudgement } from '../store/compliance.ts';
import { recordPartnerEvent } from '../store/partner-events.ts';
import { jsonText } from '../store/statement.ts';
import type { CommandContext } from './context.ts';

/** An event of the bank about the transfer of a payout. */
interface TransferEvent {
  readonly eventId: string;
  readonly type: string;
  readonly occurredAt: Date;
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
}

interface PaidOut {
  readonly id: string;
  readonly orgId: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
}

/**
 * Records an event about a payout's transfer, once. A transfer of another amount or currency than the
 * payout's is recorded for compliance too.
 */
export function recordTransferEvent(
  { database, newId }: Pick<CommandContext, 'database' | 'newId'>,
  { id: payoutId, orgId, status, amount, currency }: PaidOut,
  transfer: TransferEvent,
): Promise<void> {
  const { eventId, type, occurredAt } = transfer;
  return database.transaction(async (tx) => {
    const isNew = await recordPartnerEvent(tx, {
      partner: 'bank',
      eventId,
      type,
      reference: payoutId,
      occurredAt,
    });
    if (isNew === null || (transfer.amount === amount && transfer.currency === currency)) return;
    const told = { event: eventId, type, amount: transfer.amount, currency: transfer.currency };
    await recordJudgement(tx, {
      ...PLAIN_JUDGEMENT,
      id: newId(),
      orgId,
      env: 'live',
      subject: `payout:${payoutId}`,
      rule: 'bank_contradicts',
      decision: 'BLOCKED',
      facts: jsonText({ payout: { status, amount, currency }, told }),
    });
  });
}

import { recordTransferEvent } from '../../commands/bank-event.ts';
import { isId } from '../../domain/id.ts';
import { payoutRow } from '../../store/payouts.ts';
import { refused, valueOf } from '../answers.ts';
import { defineRoute } from '../route.ts';
import type { ApiDeps } from '../route.ts';
import { bankEventInput } from '../shapes/bank-events.ts';
import type { BankEvent } from '../shapes/bank-events.ts';
import { okAnswer } from '../shapes/fields.ts';
import { takeCallback } from '../stored-callback.ts';

/** Source: contract, sections 8 and 10. */
export const bankEventRoutes = [
  defineRoute({
    method: 'POST',
    path: '/partners/bank/events',
    credential: 'bank_partner',
    access: { target: null, environment: 'any' },
    id: 'receiveBankEvent',
    tag: 'Partners',
    summary: 'Receive an event of the bank: the service asks the bank, and only its answer moves money',
    body: bankEventInput,
    answer: okAnswer,
    refusals: ['payout_not_found', 'bad_currency'],
    async handle(call) {
      const { deps } = call;
      const event = call.body();
      // A deposit for an unknown user is the bank's money all the same: the bank is asked about it too.
      if (event.type === 'deposit.received') {
        const forward = async () => valueOf(await deps.workflows.live.askDeposit(event.id));
        await takeCallback(deps, callbackOf(event), forward);
      } else {
        await tellPayout(deps, event);
      }
      return { ok: true as const };
    },
  }),
];

/** The parts of an event that are the same for transfers and deposits. */
const eventOf = ({
  id: eventId,
  occurred_at,
  amount_minor: amount,
  currency,
}: Omit<BankEvent, 'reference'>) =>
  ({ eventId, occurredAt: new Date(occurred_at), amount, currency }) as const;

const callbackOf = ({ id: eventId, type, reference }: BankEvent) =>
  ({ partner: 'bank', eventId, type, reference }) as const;

/**
 * Records an event about a transfer, and has the payout's workflow ask the bank. Refused: `payout not found`.
 */
async function tellPayout(deps: ApiDeps, event: BankEvent): Promise<void> {
  const { reference, type } = event;
  const payout = isId(reference) ? await payoutRow(deps.database.pool, { payoutId: reference }) : null;
  if (payout === null || payout.env !== 'live') return refused('payout_not_found');
  await takeCallback(deps, callbackOf(event), async () => {
    await recordTransferEvent(deps, payout, { ...eventOf(event), type });
    await deps.workflows.live.bankSpoke({ payoutId: payout.id, orgId: payout.orgId });
  });
}

import { recordTransferEvent } from '../../commands/bank-event.ts';
import { isId } from '../../domain/id.ts';
import { payoutRow } from '../../store/payouts.ts';
import { userExists } from '../../store/users.ts';
import { refused, valueOf } from '../answers.ts';
import { defineRoute } from '../route.ts';
import type { ApiDeps } from '../route.ts';
import { bankEventInput } from '../shapes/bank-events.ts';
import type { BankEvent } from '../shapes/bank-events.ts';
import { okAnswer } from '../shapes/fields.ts';

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
    refusals: ['user_not_found', 'payout_not_found', 'bad_currency'],
    async handle(call) {
      const { sent, deps } = call;
      if (sent['type'] === 'deposit.received') {
        await requireUser(deps, sent['reference']);
        valueOf(await deps.workflows.askDeposit(call.body().id));
      } else {
        await tellPayout(deps, call.body());
      }
      return { ok: true as const };
    },
  }),
];

/**
 * Looks the user of a deposit up, before the rest of the body is validated: 404 comes before 400. A reference
 * that is no text is refused by the shape. Refused: `user not found`.
 */
async function requireUser({ database }: ApiDeps, userId: unknown): Promise<void> {
  const isKnown = typeof userId !== 'string' || (isId(userId) && (await userExists(database, userId)));
  if (!isKnown) refused('user_not_found');
}

/** The parts of an event that are the same for transfers and deposits. */
const eventOf = ({
  id: eventId,
  occurred_at,
  amount_minor: amount,
  currency,
}: Omit<BankEvent, 'reference'>) =>
  ({ eventId, occurredAt: new Date(occurred_at), amount, currency }) as const;

/** Records an event about a transfer, and has the payout's workflow ask the bank. Refused: `payout not found`. */
async function tellPayout(deps: ApiDeps, event: BankEvent): Promise<void> {
  const { reference, type } = event;
  const payout = isId(reference) ? await payoutRow(deps.database.pool, { payoutId: reference }) : null;
  if (payout === null || payout.env !== 'live') return refused('payout_not_found');
  await recordTransferEvent(deps, payout, { ...eventOf(event), type });
  // Also for a copy: the first may have been recorded just before everything stopped.
  await deps.workflows.bankSpoke({ payoutId: payout.id, orgId: payout.orgId });
}

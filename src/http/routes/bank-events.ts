import { MOST_IN_WALLET } from '../../domain/money.ts';
import { PLAIN_JUDGEMENT, recordJudgement } from '../../store/compliance.ts';
import { lockWallet, postDeposit, walletBalance } from '../../store/deposits.ts';
import { payoutRow } from '../../store/payouts.ts';
import { recordPartnerEvent } from '../../store/partner-events.ts';
import { jsonText } from '../../store/statement.ts';
import { userExists } from '../../store/users.ts';
import { refused } from '../answers.ts';
import { defineRoute } from '../route.ts';
import type { ApiDeps } from '../route.ts';
import { bankEventInput } from '../shapes/bank-events.ts';
import type { BankEvent } from '../shapes/bank-events.ts';
import { isId, okAnswer } from '../shapes/fields.ts';

/** Source: contract, sections 8 and 10. */
export const bankEventRoutes = [
  defineRoute({
    method: 'POST',
    path: '/partners/bank/events',
    credential: 'bank_partner',
    access: { target: null, environment: 'any' },
    id: 'receiveBankEvent',
    tag: 'Partners',
    summary: "Receive an event of the bank; a deposit credits the user's live wallet once",
    body: bankEventInput,
    answer: okAnswer,
    refusals: ['user_not_found', 'payout_not_found', 'bad_currency'],
    async handle(call) {
      const { sent, deps } = call;
      if (sent['type'] === 'deposit.received') {
        await requireUser(deps, sent['reference']);
        await creditDeposit(deps, call.body());
      } else {
        await tellPayout(deps, call.body());
      }
      return { ok: true as const };
    },
  }),
];

/** Whom the money is for is looked up before anything is said about the rest. What is no text at all is left to the shape. */
async function requireUser({ database }: ApiDeps, userId: unknown): Promise<void> {
  const isKnown = typeof userId !== 'string' || (isId(userId) && (await userExists(database.pool, { userId })) !== null);
  if (!isKnown) refused('user_not_found');
}

/** The row that records an event of the bank. */
const recordOf = ({ id, type, reference, occurred_at: occurredAt }: BankEvent) =>
  ({ partner: 'bank', eventId: id, type, reference, occurredAt: new Date(occurredAt) }) as const;

/** Event and credit are one transaction: whoever finds the event finds the money too. */
async function creditDeposit({ database, newId }: ApiDeps, event: BankEvent): Promise<void> {
  const { id, reference: userId, amount_minor: amount, currency } = event;
  await database.transaction(async (tx) => {
    const isNew = await recordPartnerEvent(tx, recordOf(event));
    if (isNew === null) return;
    const { id: walletId } = (await lockWallet(tx, { env: 'live', currency, userId })) as { id: string };
    const { balance } = (await walletBalance(tx, { walletId })) as { balance: number };
    if (balance + amount > MOST_IN_WALLET) refused('invalid', 'amount_minor: the wallet cannot hold more');
    await postDeposit(tx, { journalId: newId(), userId, currency, amount, eventId: id });
  });
}

/** What became of a transfer is for its payout to judge. One that is not the transfer that we asked for is noted for compliance. */
async function tellPayout({ database, workflows, newId }: ApiDeps, event: BankEvent): Promise<void> {
  const payout = isId(event.reference) ? await payoutRow(database.pool, { payoutId: event.reference }) : null;
  if (payout === null || payout.env !== 'live') return refused('payout_not_found');
  const { id: payoutId, orgId, amount, currency, status } = payout;
  await database.transaction(async (tx) => {
    const isNew = await recordPartnerEvent(tx, { ...recordOf(event), reference: payoutId });
    if (isNew === null || (event.amount_minor === amount && event.currency === currency)) return;
    const told = { event: event.id, type: event.type, amount: event.amount_minor, currency: event.currency };
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
  // Also for a copy: the first may have been written down just before everything stopped. The bank is asked what is true.
  await workflows.bankSpoke({ payoutId, orgId });
}

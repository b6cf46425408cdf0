import { randomUUID } from 'node:crypto';
import { PaymentsUnreachable } from '../errors.ts';
import { money, numberFlag, orgOf, textFlag, UsageError, word } from './command.ts';
import type { Command } from './command.ts';

/** Commands for payouts. */
export const payoutCommands: Readonly<Record<string, Command>> = {
  'payouts list': {
    about: 'payouts of the organization, newest first',
    async run(context) {
      const { payouts } = await context.api.payouts.listPayouts({ org_id: await orgOf(context), limit: 50 });
      const rows = payouts.map((payout) => [
        payout.created_at,
        payout.id,
        money(payout.amount_minor, payout.currency),
        payout.status,
      ]);
      const none = 'None yet: payments payouts create --amount <minor units> --currency <USD> --country <US>';
      context.answer({ payouts }, { head: ['created', 'id', 'amount', 'status'], rows, none });
    },
  },
  'payouts create': {
    about: 'pay out to the bank destination of that country and currency',
    examples: ['--amount 1050 --currency USD --country US'],
    options: {
      amount: { takes: 'minor units', about: 'in minor units: 1050 is 10.50 USD' },
      currency: { takes: 'code', about: 'three letters, ISO 4217' },
      country: { takes: 'code', about: 'of the destination; two letters, ISO 3166' },
      'idempotency-key': {
        takes: 'key',
        about: 'names this payout: a repeat with the same key pays nothing. Default: a new one',
      },
    },
    async run(context) {
      const amount_minor = numberFlag(context, 'amount');
      const [currency, country_code] = [textFlag(context, 'currency'), textFlag(context, 'country')];
      if (amount_minor === null) throw new UsageError('--amount is missing');
      const idempotencyKey =
        typeof context.flags['idempotency-key'] === 'string'
          ? context.flags['idempotency-key']
          : randomUUID();
      const org_id = await orgOf(context);
      const made = await context.api.payouts
        .createPayout({ org_id, amount_minor, currency, country_code }, { idempotencyKey })
        .catch((error: unknown) => {
          if (error instanceof PaymentsUnreachable) {
            context.note(
              `it may have been made: ask again with --idempotency-key ${idempotencyKey}, and it is not made twice`,
            );
          }
          throw error;
        });
      context.answer(made, [`${money(amount_minor, currency)} on their way: ${made.instruction_id}`]);
    },
  },
  'payouts show': {
    about: 'one payout with all that happened to it',
    args: [{ name: '<payout-id>', about: 'one of `payments payouts list`' }],
    async run(context) {
      const payout = await context.api.payouts.getPayout({ id: word(context, 0, 'the payout’s id') });
      const steps = payout.timeline.map(({ at, step }) => `  ${at}  ${step}`);
      context.answer(payout, [
        `${payout.id}  ${money(payout.amount_minor, payout.currency)}  ${payout.status}`,
        ...steps,
      ]);
    },
  },
};

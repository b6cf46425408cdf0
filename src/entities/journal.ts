import { defineEntity, p } from '@mikro-orm/core';
import { code, environment, time } from './columns.ts';

const JournalSchema = defineEntity({
  name: 'Journal',
  tableName: 'journals',
  properties: {
    id: p.uuid().primary(),
    env: environment(),
    currency: code(),
    kind: p.enum([
      'topup',
      'capture',
      'return',
      'landing',
      'deposit',
      'payout',
      'payout_settlement',
      'payout_failure',
      'payout_return',
    ] as const),
    opKey: p.text().unique(),
    orgId: p.uuid().strictNullable(),
    chargeId: p.uuid().strictNullable(),
    payoutId: p.uuid().strictNullable(),
    entryCount: p.integer(),
    at: time(),
    commandId: p.uuid().strictNullable(),
  },
});

/** One effect on the book, once: its key is that of the business act. Never changes. */
export class Journal extends JournalSchema.class {}
JournalSchema.setClass(Journal);

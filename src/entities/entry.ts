import { defineEntity, p } from '@mikro-orm/core';
import { code, environment, longNumber } from './columns.ts';

const EntrySchema = defineEntity({
  name: 'Entry',
  tableName: 'entries',
  properties: {
    id: longNumber().primary().autoincrement(),
    journalId: p.uuid(),
    accountId: p.uuid(),
    env: environment(),
    currency: code(),
    amount: longNumber(),
  },
});

/** One signed amount of a journal on one account. A journal's entries sum to zero. Never changes. */
export class Entry extends EntrySchema.class {}
EntrySchema.setClass(Entry);

import { defineEntity, p } from '@mikro-orm/core';
import { recordedAt } from './columns.ts';

const TerminalSchema = defineEntity({
  name: 'Terminal',
  tableName: 'terminals',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    title: p.text(),
    terminalType: p.enum(['REUSABLE', 'USE_ONCE'] as const),
    status: p.enum(['ACTIVE', 'INACTIVE'] as const).default('ACTIVE'),
    createdAt: recordedAt(),
  },
});

/** Where a shopper meets a checkout: a lasting one at a till, or one made for a single sale. */
export class Terminal extends TerminalSchema.class {}
TerminalSchema.setClass(Terminal);

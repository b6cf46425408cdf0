import { defineEntity, p } from '@mikro-orm/core';
import { document, recordedAt } from './columns.ts';

const OperatorActionSchema = defineEntity({
  name: 'OperatorAction',
  tableName: 'operator_actions',
  properties: {
    id: p.uuid().primary(),
    action: p.text(),
    target: p.text(),
    before: document<unknown>().strictNullable(),
    after: document<unknown>().strictNullable(),
    reason: p.text().default(''),
    at: recordedAt(),
  },
});

/** What the operator changed, before and after. Never changes. */
export class OperatorAction extends OperatorActionSchema.class {}
OperatorActionSchema.setClass(OperatorAction);

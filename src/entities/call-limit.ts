import { defineEntity, p } from '@mikro-orm/core';
import { time } from './columns.ts';

const CallLimitSchema = defineEntity({
  name: 'CallLimit',
  tableName: 'call_limits',
  properties: {
    subject: p.text().primary(),
    beganAt: time(),
    drawn: p.integer(),
  },
});

/** How many calls the API processes have drawn from the window of a key, session or address. */
export class CallLimit extends CallLimitSchema.class {}
CallLimitSchema.setClass(CallLimit);

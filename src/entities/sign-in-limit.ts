import { defineEntity, p } from '@mikro-orm/core';
import { time } from './columns.ts';

const SignInLimitSchema = defineEntity({
  name: 'SignInLimit',
  tableName: 'sign_in_limits',
  properties: {
    scope: p.enum(['requests_by_address', 'mails', 'wrong_tries_by_address', 'wrong_tries'] as const).primary(),
    subject: p.text().primary(),
    beganAt: time(),
    count: p.integer(),
  },
});

/** How often something was done about one-time codes within an hour, by one caller or by everybody. */
export class SignInLimit extends SignInLimitSchema.class {}
SignInLimitSchema.setClass(SignInLimit);

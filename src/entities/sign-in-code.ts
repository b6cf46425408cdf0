import { defineEntity, p } from '@mikro-orm/core';
import { recordedAt, time } from './columns.ts';

const SignInCodeSchema = defineEntity({
  name: 'SignInCode',
  tableName: 'sign_in_codes',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    digest: p.blob(),
    sealedCode: p.text().strictNullable(),
    wrongTries: p.integer().default(0),
    createdAt: recordedAt(),
    expiresAt: time(),
    mailedAt: time().strictNullable(),
    usedAt: time().strictNullable(),
  },
});

/** A one-time code on its way to a mailbox. The digest judges it; the sealed text exists until it is mailed. */
export class SignInCode extends SignInCodeSchema.class {}
SignInCodeSchema.setClass(SignInCode);

import { defineEntity, p } from '@mikro-orm/core';
import { code, recordedAt, time, verification } from './columns.ts';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.uuid().primary(),
    email: p.text().unique(),
    firstName: p.text().default(''),
    lastName: p.text().default(''),
    countryCode: code().default('US'),
    kycStatus: verification().default('NOT_STARTED'),
    createdAt: recordedAt(),
    /** When the person was erased. The row stays, under a pseudonym: the books refer to it. */
    erasedAt: time().strictNullable(),
  },
});

/** A person, known by e-mail: shopper, member of businesses, or both. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);

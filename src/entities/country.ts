import { defineEntity, p } from '@mikro-orm/core';
import { code, rate } from './columns.ts';

const CountrySchema = defineEntity({
  name: 'Country',
  tableName: 'countries',
  properties: {
    countryCode: code().primary(),
    minShareBps: rate().default(0),
    maxShareBps: rate().default(10_000),
    livePartner: p.boolean().strictNullable(),
  },
});

/**
 * A country: the bounds of the merchant's choice of cashback split, and the presence of a live banking
 * partner. Null until the operator or the settings decide.
 */
export class Country extends CountrySchema.class {}
CountrySchema.setClass(Country);

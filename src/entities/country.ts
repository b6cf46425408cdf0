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
 * A country: bounds of the merchant's choice of cashback split, and whether a banking partner serves it; null
 * when nobody has said.
 */
export class Country extends CountrySchema.class {}
CountrySchema.setClass(Country);

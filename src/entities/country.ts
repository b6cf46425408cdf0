import { defineEntity, p } from '@mikro-orm/core';
import { code, rate } from './columns.ts';

const CountrySchema = defineEntity({
  name: 'Country',
  tableName: 'countries',
  properties: {
    countryCode: code().primary(),
    minShareBps: rate().default(0),
    maxShareBps: rate().default(10_000),
    livePartner: p.boolean().default(false),
  },
});

/** A country: bounds of the merchant's choice of cashback split, and whether a banking partner serves it. */
export class Country extends CountrySchema.class {}
CountrySchema.setClass(Country);

import { defineEntity, p } from '@mikro-orm/core';
import { recordedAt } from './columns.ts';

const RecommendationSchema = defineEntity({
  name: 'Recommendation',
  tableName: 'recommendations',
  properties: {
    id: p.uuid().primary(),
    entryId: p.uuid(),
    recordedAt: recordedAt(),
  },
});

/** The entry of a buy-list that a request led to. Never changes: a request is carried out once. */
export class Recommendation extends RecommendationSchema.class {}
RecommendationSchema.setClass(Recommendation);

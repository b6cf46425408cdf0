import { defineEntity, p } from '@mikro-orm/core';
import { environment, recordedAt } from './columns.ts';

const RecommendationRequestSchema = defineEntity({
  name: 'RecommendationRequest',
  tableName: 'recommendation_requests',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    env: environment(),
    merchantId: p.uuid(),
    productId: p.text(),
    displayName: p.text().strictNullable(),
    recordedAt: recordedAt(),
  },
});

/** What a shopper recommends, as they asked for it. Never changes. */
export class RecommendationRequest extends RecommendationRequestSchema.class {}
RecommendationRequestSchema.setClass(RecommendationRequest);

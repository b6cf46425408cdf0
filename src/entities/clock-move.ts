import { defineEntity, p } from '@mikro-orm/core';
import { recordedAt, time } from './columns.ts';

const ClockMoveSchema = defineEntity({
  name: 'ClockMove',
  tableName: 'clock_moves',
  properties: {
    id: p.uuid().primary(),
    orgId: p.uuid(),
    fromAt: time(),
    toAt: time(),
    recordedAt: recordedAt(),
  },
});

/** A move of an organization's sandbox clock, under the id of its command. Never changes. */
export class ClockMove extends ClockMoveSchema.class {}
ClockMoveSchema.setClass(ClockMove);

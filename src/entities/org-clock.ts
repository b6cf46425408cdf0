import { defineEntity, p } from '@mikro-orm/core';
import { longNumber } from './columns.ts';

const OrgClockSchema = defineEntity({
  name: 'OrgClock',
  tableName: 'org_clocks',
  properties: {
    orgId: p.uuid().primary(),
    offsetMs: longNumber().default(0),
  },
});

/** How far a business's sandbox clock is ahead of real time. */
export class OrgClock extends OrgClockSchema.class {}
OrgClockSchema.setClass(OrgClock);

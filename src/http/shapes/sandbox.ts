import { z } from 'zod';
import { DUE_KINDS } from '../../domain/due-thing.ts';
import { MOST_SECONDS } from '../../domain/sandbox-clock.ts';
import type { ClockEventRow } from '../../store/org-clock.ts';
import type { AdvanceRequest } from '../../../workflows/messages.ts';
import { ID, id, optional, rfc3339, timestamp, whole } from './fields.ts';

export const clockQuery = z.object({
  org_id: z
    .string()
    .optional()
    .meta({ ...ID, description: 'The organization, for a user with several' }),
});

export const dueQuery = z.object({
  org_id: z.string({ error: 'must be one id' }).optional().meta(ID),
});

export const clockAnswer = z.object({
  now: timestamp.meta({ description: "The time of the organization's sandbox clock" }),
});

export const advanceInput = z
  .object({
    org_id: optional(z.string()).meta(ID),
    seconds: optional(
      whole
        .min(1, { error: 'must be 1 or more' })
        .max(MOST_SECONDS, { error: `must be at most ${MOST_SECONDS}` }),
    ),
    to: optional(z.iso.datetime({ offset: true, error: 'must be an RFC 3339 time' })),
  })
  .refine(({ seconds, to }) => (seconds === undefined) !== (to === undefined), {
    path: ['seconds'],
    error: 'send either seconds or to',
  })
  .meta({
    description: 'Either `seconds` or `to`, at most 366 days ahead',
    examples: [{ seconds: 604800 }, { to: '2026-12-24T18:00:00Z' }],
  });

/** Returns the request as the message to the clock's workflow. `to` in milliseconds since 1970. */
export function advanceRequest({ seconds, to }: z.output<typeof advanceInput>): AdvanceRequest {
  return to === undefined ? { seconds: seconds as number } : { to: Date.parse(to) };
}

const dueThing = z.object({
  kind: z.enum(DUE_KINDS),
  id: id.meta({ description: 'Id of the checkout, charge, award, delivery or payout' }),
  due_at: timestamp,
});

export const dueAnswer = z
  .object({
    now: timestamp,
    due: z
      .array(dueThing)
      .meta({ description: 'The next 200 events that fall due within 366 days, soonest first' }),
  })
  .meta({ id: 'ClockDue' });

/** Returns the time of the clock, and the events that a move would make happen, in due order. */
export function dueBody(now: Date, due: readonly ClockEventRow[]): z.output<typeof dueAnswer> {
  return {
    now: rfc3339(now),
    due: due.map(({ kind, id: dueId, dueAt }) => ({ kind, id: dueId, due_at: rfc3339(dueAt) })),
  };
}

export const advanceAnswer = z
  .object({
    now: timestamp,
    fired: z.array(dueThing).meta({ description: 'Events that fell due on the way, in due order' }),
  })
  .meta({ id: 'ClockAdvanced' });

/** Returns the time of the clock, and the events that fell due on the way, in due order. */
export function advanceBody(now: number, fired: readonly ClockEventRow[]): z.output<typeof advanceAnswer> {
  return {
    now: rfc3339(new Date(now)),
    fired: fired.map(({ kind, id, dueAt }) => ({ kind, id, due_at: rfc3339(dueAt) })),
  };
}

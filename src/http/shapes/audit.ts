import { z } from 'zod';
import { ORG_ACTIONS } from '../../domain/org-event.ts';
import type { OrgEventRow } from '../../store/org-events.ts';
import { id, optional, pageQuery, rfc3339, timestamp } from './fields.ts';

export const auditQuery = z.object({
  ...pageQuery,
  action: optional(z.string()).meta({ description: 'Only this action', enum: [...ORG_ACTIONS] }),
});

const fields = z.record(z.string(), z.unknown()).nullable();

const entry = z
  .object({
    id,
    at: timestamp,
    env: z.enum(['sandbox', 'live']).nullable().meta({
      description:
        'The environment of the target, or else of the credential. Null for operators and the system',
    }),
    actor: z.object({
      kind: z.enum(['user', 'key', 'operator', 'system']),
      id: z
        .string()
        .nullable()
        .meta({ description: 'The id of the user or key, or the name of the operator' }),
      email: z.string().nullable().meta({ description: 'For users' }),
    }),
    action: z.enum(ORG_ACTIONS),
    target: z.object({ kind: z.string(), id: z.string() }),
    before: fields.meta({ description: 'The changed fields before the act' }),
    after: fields.meta({ description: 'The changed fields after the act' }),
    address: z.string().nullable().meta({ description: 'The IP address of the caller' }),
    request_id: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' });

export const auditAnswer = z.object({ entries: z.array(entry), next_cursor: z.string().nullable() });

/** Returns an act of an organization's trail. Source: contract, section 16. */
export function auditBody(row: OrgEventRow): z.output<typeof entry> {
  const { id: entryId, env, action, address, requestId } = row;
  return {
    id: entryId,
    at: rfc3339(row.at),
    env,
    actor: { kind: row.actorKind, id: row.actorId, email: row.email },
    action,
    target: { kind: row.targetKind, id: row.targetId },
    before: row.before as Record<string, unknown> | null,
    after: row.after as Record<string, unknown> | null,
    address,
    request_id: requestId,
  };
}

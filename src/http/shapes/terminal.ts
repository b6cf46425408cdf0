import { z } from 'zod';
import type { TerminalRow } from '../../store/terminals.ts';
import { ID, id, name, optional, pageQuery, rfc3339, timestamp } from './fields.ts';

export const terminalInput = z
  .object({ title: name, org_id: optional(z.string()).meta(ID) })
  .meta({ examples: [{ title: 'Counter 1' }] });
export const terminalPatch = z.object({
  title: optional(name),
  status: optional(z.enum(['ACTIVE', 'INACTIVE'], { error: 'must be ACTIVE or INACTIVE' })),
});
export const terminalQuery = z.object({
  ...pageQuery,
  org_id: z.string().optional().meta(ID),
  terminal_type: z
    .string()
    .optional()
    .meta({ enum: ['REUSABLE', 'USE_ONCE'] }),
});

export const terminalAnswer = z
  .object({
    id,
    title: z.string(),
    terminal_type: z.enum(['REUSABLE', 'USE_ONCE']),
    status: z.enum(['ACTIVE', 'INACTIVE']),
    created_at: timestamp,
  })
  .meta({ id: 'Terminal' });

/** Returns the specification's Terminal. */
export function terminalBody(row: TerminalRow): z.output<typeof terminalAnswer> {
  return {
    id: row.id,
    title: row.title,
    terminal_type: row.terminalType,
    status: row.status,
    created_at: rfc3339(row.createdAt),
  };
}

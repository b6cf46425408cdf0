import { z } from 'zod';
import { ok, refuse } from '../../domain/outcome.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { LoggedCall } from '../../store/request-log.ts';
import { id, pageQuery, rfc3339, text, timestamp, whole } from './fields.ts';

export const requestsQuery = z.object({
  ...pageQuery,
  status: z.unknown().optional().meta({
    type: 'string',
    pattern: '^[1-5](xx|[0-9]{2})$',
    description: 'A status such as `404`, or a class of them: `2xx`, `4xx`, `5xx`',
  }),
  reason: text(500).optional().meta({ description: 'Calls that were refused with exactly this reason' }),
  request_id: text(200).optional().meta({ description: 'The call, or calls, that carried this `x-request-id`' }),
  route: text(200).optional().meta({ description: 'A path as this document writes it: `/charges/{auth_id}/capture`' }),
});

const requestAnswer = z
  .object({
    id,
    request_id: z.string().meta({ description: "The answer's `x-request-id`" }),
    created_at: timestamp.meta({ description: 'When the call arrived, in real time' }),
    method: z.string(),
    route: z.string().meta({ description: 'The path as this document writes it' }),
    path: z.string().meta({ description: 'The path as it was called, without the query; what is no id is shown by its name' }),
    status: whole,
    ms: whole.meta({ description: 'Milliseconds until the answer' }),
    reason: z.string().nullable().meta({ description: 'What the caller read as `error`; null for a call that succeeded' }),
    detail: z.string().nullable().meta({ description: 'What is known of the reason besides, such as what was away' }),
    credential: z.enum(['api_key', 'session']),
    credential_id: id.meta({ description: "The key's id, or the user's" }),
    idempotency: z
      .enum(['first', 'replayed'])
      .nullable()
      .meta({ description: 'Whether an `Idempotency-Key` was sent, and its first answer sent again' }),
  })
  .meta({ id: 'LoggedRequest' });

export const requestsAnswer = z.object({ requests: z.array(requestAnswer), next_cursor: z.string().nullable() });

/** The statuses that a call asks for, lowest and highest; all of them when it names none. Refused: `bad status`. */
export function readStatusRange(status: unknown): Outcome<{ from: number; to: number }> {
  if (status === undefined || status === null) return ok({ from: 100, to: 599 });
  const [, first = '', rest = ''] = (typeof status === 'string' && /^([1-5])(xx|\d\d)$/.exec(status)) || [];
  if (first === '') return refuse('bad_status');
  if (rest === 'xx') return ok({ from: Number(first) * 100, to: Number(first) * 100 + 99 });
  return ok({ from: Number(first + rest), to: Number(first + rest) });
}

/** A call as the log shows it. */
export function requestBody({ at, ...call }: LoggedCall): z.output<typeof requestAnswer> {
  const { method, route, path, status, ms, reason, detail, credential, credentialId, idempotency } = call;
  const request = { request_id: call.requestId, created_at: rfc3339(at), method, route, path };
  const answer = { status, ms, reason, detail };
  return { id: call.id, ...request, ...answer, credential, credential_id: credentialId, idempotency };
}

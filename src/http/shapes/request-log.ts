import { z } from 'zod';
import { ok, refuse } from '../../domain/outcome.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { CallLogRow } from '../../store/request-log.ts';
import { id, pageQuery, rfc3339, text, timestamp, whole } from './fields.ts';

export const requestsQuery = z.object({
  ...pageQuery,
  status: z.unknown().optional().meta({
    type: 'string',
    pattern: '^[1-5](xx|[0-9]{2})$',
    description: 'A status such as `404`, or a class of statuses: `2xx`, `4xx`, `5xx`',
  }),
  reason: text(500).optional().meta({ description: 'Calls refused with exactly this reason' }),
  request_id: text(200).optional().meta({ description: 'Calls with this `x-request-id`' }),
  route: text(200)
    .optional()
    .meta({ description: 'A path of this document, such as `/charges/{auth_id}/capture`' }),
});

const requestAnswer = z
  .object({
    id,
    request_id: z.string().meta({ description: "The answer's `x-request-id`" }),
    created_at: timestamp.meta({ description: 'The time at which the call arrived, in real time' }),
    method: z.string(),
    route: z.string().meta({ description: 'The path of this document' }),
    path: z.string().meta({
      description:
        'The path of the call, without the query. A segment that should be an id and is not shows the parameter name',
    }),
    status: whole,
    ms: whole.meta({ description: 'Milliseconds until the answer' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'The `error` of the answer. Null for a successful call' }),
    detail: z
      .string()
      .nullable()
      .meta({ description: 'What exactly was wrong, and where; or the service that did not answer' }),
    hint: z.string().nullable().meta({ description: 'What to do about it, as in the answer' }),
    credential: z.enum(['api_key', 'session']),
    credential_id: id.meta({ description: "Id of the key or of the session's user" }),
    idempotency: z.enum(['first', 'replayed']).nullable().meta({
      description:
        '`first` for the first call with an `Idempotency-Key`, `replayed` when its first answer was sent again. Null without a key',
    }),
  })
  .meta({ id: 'LoggedRequest' });

export const requestsAnswer = z.object({
  requests: z.array(requestAnswer),
  next_cursor: z.string().nullable(),
});

/**
 * Reads the filter as a range of statuses, lowest and highest. Without a status the range is 100 to 599.
 * Refused: `bad status`.
 */
export function readStatusRange(status: unknown): Outcome<{ from: number; to: number }> {
  if (status === undefined || status === null) return ok({ from: 100, to: 599 });
  const [, first = '', rest = ''] = (typeof status === 'string' && /^([1-5])(xx|\d\d)$/.exec(status)) || [];
  if (first === '')
    return refuse('bad_status', undefined, { detail: 'status: such as 404, or 2xx, 4xx, 5xx' });
  if (rest === 'xx') return ok({ from: Number(first) * 100, to: Number(first) * 100 + 99 });
  return ok({ from: Number(first + rest), to: Number(first + rest) });
}

/** Returns a call of the request log. */
export function requestBody({ at, ...call }: CallLogRow): z.output<typeof requestAnswer> {
  const { method, route, path, status, ms, reason, detail, hint, credential, credentialId, idempotency } =
    call;
  const request = { request_id: call.requestId, created_at: rfc3339(at), method, route, path };
  const answer = { status, ms, reason, detail, hint };
  return { id: call.id, ...request, ...answer, credential, credential_id: credentialId, idempotency };
}

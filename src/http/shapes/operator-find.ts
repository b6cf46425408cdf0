import { z } from 'zod';
import type { Environment } from '../../domain/environment.ts';
import { FOUND_KINDS } from '../../store/operator-find.ts';
import type { RelatedObject } from '../../store/operator-find.ts';
import { id, text } from './fields.ts';

export const findQuery = z.object({
  id: text(300).meta({
    description:
      "The id of an object, an `x-request-id`, a workflow id such as `checkout:<id>`, or the bank's id of a deposit",
    examples: ['checkout:019aa5b0-0000-7000-8000-000000000001'],
  }),
});

const related = z.object({
  kind: z.string(),
  id: z.string(),
});

export const findAnswer = z
  .object({
    kind: z.enum([...FOUND_KINDS, 'deposit', 'request']),
    id: z.string().meta({ description: 'The id of the object. For a request, its `x-request-id`' }),
    org_id: id.nullable(),
    env: z.enum(['sandbox', 'live']).nullable(),
    status: z.string().nullable().meta({
      description:
        'The status of the object; the decision of a compliance record, the action of an audit entry, the HTTP status of a request. Null for an object without one, and for a payout that was refused',
    }),
    attempts: z.int().min(1).optional().meta({
      description: 'The number of blocked attempts that a compliance record counts. Absent for other kinds',
    }),
    workflow_id: z.string().nullable().meta({
      description: 'The workflow that moves the object. Temporal deletes it some time after its end',
    }),
    workflow_url: z
      .string()
      .nullable()
      .meta({ description: "The workflow in Temporal's Web UI. Null without the setting `TEMPORAL_UI_URL`" }),
    related: z
      .array(related)
      .meta({ description: 'Objects that belong to this one, at most 50 of a kind: look each up by its id' }),
  })
  .meta({ id: 'FoundObject' });

/** An object as the lookup answers it, before its workflow has a link. */
export interface Finding {
  readonly kind: z.output<typeof findAnswer>['kind'];
  readonly id: string;
  readonly orgId: string | null;
  readonly env: 'sandbox' | 'live' | null;
  readonly status: string | null;
  readonly workflowId: string | null;
  /** The blocked attempts that a compliance record counts. */
  readonly attempts?: number | null;
  readonly related: readonly RelatedObject[];
}

/** Returns the object with the link to its workflow. */
export function findBody(
  { kind, id: foundId, orgId, env, status, workflowId, attempts, related: others }: Finding,
  linkOf: (workflowId: string, env: Environment | null) => string | null,
): z.output<typeof findAnswer> {
  return {
    kind,
    id: foundId,
    org_id: orgId,
    env,
    status,
    ...(typeof attempts === 'number' ? { attempts } : {}),
    workflow_id: workflowId,
    workflow_url: workflowId === null ? null : linkOf(workflowId, env),
    related: [...others],
  };
}

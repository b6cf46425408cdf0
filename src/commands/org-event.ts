import type { OrgAction, Origin } from '../domain/org-event.ts';
import type { Environment } from '../domain/environment.ts';
import type { Secrets } from '../security/secrets.ts';
import type { Queryable } from '../store/database.ts';
import { insertOrgEvent } from '../store/org-events.ts';
import { jsonText } from '../store/statement.ts';

/** An act for an org's trail. `before` and `after` hold the fields that changed, and no secrets. */
export interface OrgEvent {
  readonly orgId: string;
  readonly action: OrgAction;
  readonly target: { readonly kind: string; readonly id: string };
  readonly before?: object;
  readonly after?: object;
  /** True for an act that the org's owners get a mail about. */
  readonly isMailed?: boolean;
  /** The environment of the target. Absent for a target of neither: then the credential's is recorded. */
  readonly env?: Environment;
}

/** Appends an act to its org's trail, in the transaction of the act. Source: contract, section 16. */
export async function recordOrgEvent(
  tx: Queryable,
  origin: Origin,
  { orgId, action, target, before, after, env, isMailed = false }: OrgEvent,
): Promise<void> {
  await insertOrgEvent(tx, {
    orgId,
    env: env ?? origin.env,
    actorKind: origin.kind,
    actorId: origin.id,
    action,
    targetKind: target.kind,
    targetId: target.id,
    before: before === undefined ? null : jsonText(before),
    after: after === undefined ? null : jsonText(after),
    address: origin.address,
    requestId: origin.requestId,
    isMailed,
  });
}

const PURPOSE = 'origin of a command';

/** Seals an origin for a workflow's message: Temporal keeps messages, and an address is personal data. */
export function sealOrigin(secrets: Pick<Secrets, 'seal'>, origin: Origin): string {
  return secrets.seal(JSON.stringify(origin), PURPOSE);
}

/**
 * Opens the origin of a workflow's message. `otherwise` is the origin of a message that has none: the
 * workflow was lost and began again from its row, or the message is older than the trail.
 */
export function openOrigin(
  secrets: Pick<Secrets, 'unseal'>,
  sealed: string | undefined,
  otherwise: Origin,
): Origin {
  return sealed === undefined ? otherwise : (JSON.parse(secrets.unseal(sealed, PURPOSE)) as Origin);
}

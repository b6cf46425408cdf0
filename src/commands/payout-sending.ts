import { judgeSending } from '../domain/payout.ts';
import type { ScreenedPayee, SendingRefusal } from '../domain/payout.ts';
import { judgementsOf, recordBlock } from '../store/compliance.ts';
import type { Database, Queryable } from '../store/database.ts';
import { markSubmit, sendingFacts } from '../store/payouts.ts';
import { countUncleared, openScreeningCases } from '../store/screening.ts';
import { jsonText } from '../store/statement.ts';
import { brokenInvariant } from './command.ts';

export interface SendingDeps {
  readonly database: Database;
  /** A new UUID, ordered by time (version 7). */
  readonly newId: () => string;
}

/** A submit that is about to be sent. */
export interface Sending {
  readonly payoutId: string;
  /** The payee, screened again for a delayed or repeated send. Null for a prompt first one. */
  readonly screened: Extract<ScreenedPayee, { kind: 'screened' }> | null;
}

/** The result: the submit is recorded and may be sent, a gate refuses it, or the payout has ended. */
export type SendingResult =
  { readonly kind: 'send' | 'ended' } | { readonly kind: 'refused'; readonly refusal: SendingRefusal };

/**
 * Reads the gates again before a delayed or repeated send, and records the submit before it is sent: a
 * payout without a recorded submit cannot have reached the bank. A refusal is recorded for compliance.
 */
export function beginSubmit(deps: SendingDeps, { payoutId, screened }: Sending): Promise<SendingResult> {
  return deps.database.transaction(async (tx) => {
    const facts = await sendingFacts(tx, { payoutId });
    if (facts === null) throw brokenInvariant(`no payout ${payoutId}`);
    const isHit = screened !== null && (await hasHit(tx, deps, { ...facts, screened }));
    const refusal = judgeSending({ ...facts, isPrompt: screened === null, isHit });
    if (refusal !== null) {
      await recordOnce(tx, deps, { payoutId, refusal, ...facts });
      return { kind: 'refused', refusal };
    }
    const submitted = await markSubmit(tx, { payoutId });
    return { kind: submitted === null ? 'ended' : 'send' };
  });
}

/**
 * True if the lists have an entry for the payee that no operator has cleared. Opens the cases of new ones.
 */
async function hasHit(
  tx: Queryable,
  { newId }: SendingDeps,
  {
    orgId,
    env,
    counterpartyId,
    screened,
  }: {
    orgId: string;
    env: 'sandbox' | 'live';
    counterpartyId: string;
    screened: NonNullable<Sending['screened']>;
  },
): Promise<boolean> {
  if (screened.hits.length === 0) return false;
  const hits = jsonText(screened.hits);
  await openScreeningCases(tx, {
    caseIds: screened.hits.map(() => newId()),
    orgId,
    env,
    counterpartyId,
    hits,
  });
  const found = await countUncleared(tx, { counterpartyId, hits });
  return found?.uncleared !== 0;
}

/**
 * The workflow may try to send again: one record of a gate that stopped the payout is enough for its readers.
 */
async function recordOnce(
  tx: Queryable,
  { newId }: SendingDeps,
  blocked: { payoutId: string; refusal: SendingRefusal } & NonNullable<
    Awaited<ReturnType<typeof sendingFacts>>
  >,
): Promise<void> {
  const { payoutId, refusal, orgId, env, kyb, counterpartyId } = blocked;
  const { rule } = refusal;
  const subject = `payout:${payoutId}`;
  const judged = await judgementsOf(tx, { subject });
  if (judged.some((one) => one.rule === rule && one.decision === 'BLOCKED')) return;
  const facts = jsonText({ kyb, counterpartyId });
  await recordBlock(tx, { id: newId(), orgId, env, subject, rule, facts });
}

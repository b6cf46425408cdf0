import { isId } from '../domain/id.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { PLAIN_JUDGEMENT, recordJudgement } from '../store/compliance.ts';
import { clearScreeningCase, lockScreeningCase } from '../store/screening.ts';
import type { ScreeningCaseRow } from '../store/screening.ts';
import { jsonText } from '../store/statement.ts';
import type { ReadInput } from './context.ts';
import { recordOperatorAction } from './operator-action.ts';
import type { OperatorContext } from './operator-action.ts';

interface Clearance {
  readonly input: ReadInput<{ readonly reason: string }>;
  readonly isRepeat: boolean;
  /** The case without names, as the audit keeps it. */
  readonly factsOf: (row: ScreeningCaseRow) => object;
}

/**
 * Clears a screening case: payouts to its payee are no longer stopped for it. Refused: `case not found`,
 * `case not open`.
 */
export function clearCase(
  context: OperatorContext,
  caseId: string,
  { input, isRepeat, factsOf }: Clearance,
): Promise<Outcome<ScreeningCaseRow>> {
  const { database, newId } = context;
  return database.transaction(async (tx) => {
    const found = isId(caseId) ? await lockScreeningCase(tx, { caseId }) : null;
    if (found === null) return refuse('case_not_found');
    const { reason } = input();
    // Most likely the run before cleared it, and its answer was lost.
    if (isRepeat && found.status === 'CLEARED') return ok(found);
    if (found.status !== 'OPEN') return refuse('case_not_open');
    const cleared = await clearScreeningCase(tx, { caseId, reason });
    if (cleared === null) throw new Error(`case ${caseId} was not cleared under its lock`);
    const [before, after] = [factsOf(found), factsOf(cleared)];
    const { orgId, env, list, entityId, counterpartyId } = cleared;
    const target = `case:${caseId}`;
    const action = 'clear_screening_case';
    await recordOperatorAction(tx, context, { action, target, before, after, reason });
    await recordJudgement(tx, {
      ...PLAIN_JUDGEMENT,
      id: newId(),
      orgId,
      env,
      subject: `counterparty:${counterpartyId}`,
      rule: 'screening',
      decision: 'CLEARED',
      facts: jsonText({ counterpartyId, list, entityId }),
      reason,
    });
    return ok(cleared);
  });
}

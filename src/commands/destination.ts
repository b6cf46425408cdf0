import type { PayableAccount } from '../domain/bank-account.ts';
import type { Environment } from '../domain/environment.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { judgementsOf, PLAIN_JUDGEMENT, recordJudgement } from '../store/compliance.ts';
import {
  closeRegistration,
  findRegistration,
  insertCounterparty,
  lockRegistration,
} from '../store/counterparties.ts';
import type { CheckAnswer, RegistrationRow } from '../store/counterparties.ts';
import type { Transaction } from '../store/database.ts';
import { lockOrg } from '../store/members.ts';
import { countNameChecks } from '../store/name-checks.ts';
import { openScreeningCases } from '../store/screening.ts';
import type { ListHit } from '../store/screening.ts';
import { jsonText } from '../store/statement.ts';
import type { CommandContext } from './context.ts';

/** A bank destination to register. `forceReason` is null without an override. */
interface Destination extends PayableAccount {
  readonly counterpartyId: string;
  readonly orgId: string;
  readonly env: Environment;
  readonly name: string;
  readonly forceReason: string | null;
  readonly actor: string;
}

/**
 * Writes a destination with its account sealed, unless it exists: then its workflow has the result. Refused:
 * `rate limited` when too many names of the organization did not match lately. The register would otherwise
 * tell the holder of any account to a patient guesser.
 */
export function insertDestination(
  { database, secrets, config }: Pick<CommandContext, 'database' | 'secrets' | 'config'>,
  destination: Destination,
): Promise<Outcome<null>> {
  const { account, masked, counterpartyId, orgId, env } = destination;
  return database.transaction(async (tx) => {
    if (env === 'live') {
      // Registrations at once are judged one after the other: each counts those that still run.
      await lockOrg(tx, { orgId });
      const checks = await countNameChecks(tx, { orgId, counterpartyId });
      if (checks !== null && !checks.isRepeat && checks.count >= config.NAME_CHECK_FAILURES_PER_DAY)
        return refuse('rate_limited', undefined, { retry_after: checks.secondsLeft });
    }
    await insertCounterparty(tx, {
      ...destination,
      rail: account.kind,
      sealedAccount: secrets.seal(JSON.stringify(account), counterpartyId),
      accountMasked: masked,
    });
    return ok(null);
  });
}

/**
 * The result of a registration that has ended. Refused: `name mismatch` with `registered_name` beside it: the
 * name in the register if the given one is close to it, in live else null, because it may be a stranger's; `name check unavailable`; `temporarily unavailable` when it ended after its
 * caller's deadline.
 */
export async function registrationResult(
  { database, secrets }: Pick<CommandContext, 'database' | 'secrets'>,
  counterpartyId: string,
): Promise<Outcome<'match' | 'forced'>> {
  const row = await findRegistration(database.pool, { counterpartyId });
  if (row === null) throw new Error(`no destination ${counterpartyId}`);
  if (row.nameMatch !== null) return ok(row.nameMatch);
  // Rejected although its name was right or overridden: it came after the deadline.
  if (row.checkAnswer === 'match' || row.forceReason !== null) return refuse('unavailable');
  if (row.checkAnswer === 'unavailable') return refuse('name_check_unavailable');
  const isTold = row.checkAnswer === 'close' || row.env === 'sandbox';
  const sealed = isTold ? row.sealedRegisteredName : null;
  const registeredName = sealed === null ? null : secrets.unseal(sealed, `registered name ${counterpartyId}`);
  return refuse('name_mismatch', undefined, { registered_name: registeredName });
}

/**
 * The register's answer about a destination's name, and the entries of sanctions lists that its names
 * resemble.
 */
interface Findings {
  readonly counterpartyId: string;
  readonly checked: { readonly answer: CheckAnswer; readonly sealedRegisteredName: string | null };
  readonly hits: readonly ListHit[];
}

/**
 * Accepts or rejects a destination. An override and the hits of screening are recorded for compliance: a hit
 * does not stop the registration, it stops every payout. A second run finds it ended. Returns null where
 * there is no such destination. Refused: `temporarily unavailable`, when the deadline has passed.
 */
export function endRegistration(
  { database, newId }: Pick<CommandContext, 'database' | 'newId'>,
  findings: Findings,
): Promise<Outcome<null> | null> {
  const { counterpartyId, checked } = findings;
  return database.transaction(async (tx) => {
    const row = await lockRegistration(tx, { counterpartyId });
    if (row === null) return null;
    if (row.status !== 'CHECKING') {
      // An earlier run ended the registration. A rejection without a judgement came after the deadline: the
      // caller got 503.
      const subject = subjectOf(counterpartyId);
      const isJudged = row.status === 'ACTIVE' || (await judgementsOf(tx, { subject })).length > 0;
      return isJudged ? ok(null) : refuse('unavailable');
    }
    // Stale: the caller got 503 and may have registered another destination. This one must not become the
    // newest.
    const isWanted = !row.stale && (checked.answer === 'match' || row.forceReason !== null);
    const match = checked.answer === 'match' ? 'match' : 'forced';
    await closeRegistration(tx, {
      counterpartyId,
      status: isWanted ? 'ACTIVE' : 'REJECTED',
      nameMatch: isWanted ? match : null,
      checkAnswer: checked.answer,
      sealedRegisteredName: checked.sealedRegisteredName,
    });
    if (row.stale) return refuse('unavailable');
    const decision = !isWanted ? 'BLOCKED' : match === 'forced' ? 'FORCED' : 'PASSED';
    await recordFindings(tx, { ...findings, row, decision, newId });
    return ok(null);
  });
}

const subjectOf = (counterpartyId: string): string => `counterparty:${counterpartyId}`;

interface JudgedFindings extends Findings, Pick<CommandContext, 'newId'> {
  readonly row: RegistrationRow;
  readonly decision: string;
}

async function recordFindings(
  tx: Transaction,
  { counterpartyId, checked, hits, row, decision, newId }: JudgedFindings,
) {
  const { orgId, env } = row;
  await recordJudgement(tx, {
    ...PLAIN_JUDGEMENT,
    id: newId(),
    orgId,
    env,
    subject: subjectOf(counterpartyId),
    rule: 'payee_name',
    decision,
    facts: jsonText({ counterpartyId, answer: checked.answer }),
    reason: row.forceReason ?? '',
  });
  if (hits.length === 0) return;
  const caseIds = hits.map(newId);
  await openScreeningCases(tx, { caseIds, orgId, env, counterpartyId, hits: jsonText(hits) });
}

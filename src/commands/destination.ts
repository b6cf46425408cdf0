import type { PayableAccount } from '../domain/bank-account.ts';
import { decideApproval, holdHours } from '../domain/destination.ts';
import type { Environment } from '../domain/environment.ts';
import { originOfActor } from '../domain/org-event.ts';
import type { Origin } from '../domain/org-event.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { judgementsOf, PLAIN_JUDGEMENT, recordJudgement } from '../store/compliance.ts';
import {
  approveCounterparty,
  closeRegistration,
  disableCounterparty,
  findCounterparty,
  findRegistration,
  insertCounterparty,
  lockRegistration,
} from '../store/counterparties.ts';
import type { CheckAnswer, CounterpartyRow, RegistrationRow } from '../store/counterparties.ts';
import type { Transaction } from '../store/database.ts';
import { lockPayouts } from '../store/payouts.ts';
import { lockOrg } from '../store/members.ts';
import { countNameChecks } from '../store/name-checks.ts';
import { openScreeningCases } from '../store/screening.ts';
import type { ListHit } from '../store/screening.ts';
import { jsonText } from '../store/statement.ts';
import type { CommandDeps } from './command.ts';
import type { CommandContext, DatabaseContext, TrailContext } from './context.ts';
import { openOrigin, recordOrgEvent } from './org-event.ts';

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
 * The result of a registration that has ended. Refused: `name mismatch`, `name check unavailable`, and
 * `temporarily unavailable` when it ended after its caller's deadline. `registered_name` stands beside a
 * mismatch where the given name is close to it. Otherwise it is null in live: it may be a stranger's.
 */
export async function registrationResult(
  { database, secrets }: Pick<CommandContext, 'database' | 'secrets'>,
  counterpartyId: string,
): Promise<Outcome<Pick<CounterpartyRow, 'nameMatch' | 'status'>>> {
  const accepted = await findCounterparty(database.pool, { counterpartyId });
  if (accepted !== null) return ok(accepted);
  const row = await findRegistration(database.pool, { counterpartyId });
  if (row === null) throw new Error(`no destination ${counterpartyId}`);
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
  /** The call that registers it, sealed. */
  readonly origin?: string;
  readonly checked: {
    readonly answer: CheckAnswer;
    readonly sealedRegisteredName: string | null;
    /** The holder's name matches the verified name of the business. Absent counts as false. */
    readonly isVerifiedBusiness?: boolean;
  };
  readonly hits: readonly ListHit[];
}

/**
 * Accepts or rejects a destination. In live it is held, unless its holder is the verified business. An
 * override and the hits of screening are recorded for compliance: a hit does not stop the registration, it
 * stops every payout. A second run finds it ended. Returns null where there is no such destination. Refused:
 * `temporarily unavailable`, when the deadline has passed.
 */
export function endRegistration(
  { database, newId, secrets }: CommandDeps,
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
      const isJudged = row.status !== 'REJECTED' || (await judgementsOf(tx, { subject })).length > 0;
      return isJudged ? ok(null) : refuse('unavailable');
    }
    // Stale: the caller got 503 and may have registered another destination. This one must not become the
    // newest.
    const isWanted = !row.stale && (checked.answer === 'match' || row.forceReason !== null);
    const match = checked.answer === 'match' ? 'match' : 'forced';
    const isForced = row.forceReason !== null;
    const hold = holdHours({ ...row, isForced, isVerifiedBusiness: checked.isVerifiedBusiness === true });
    await closeRegistration(tx, {
      counterpartyId,
      holdHours: isWanted ? hold : null,
      nameMatch: isWanted ? match : null,
      checkAnswer: checked.answer,
      sealedRegisteredName: checked.sealedRegisteredName,
    });
    if (row.stale) return refuse('unavailable');
    const decision = !isWanted ? 'BLOCKED' : match === 'forced' ? 'FORCED' : 'PASSED';
    await recordFindings(tx, { ...findings, row, decision, newId });
    if (isWanted) {
      const { orgId, env, accountMasked, createdBy } = row;
      const origin = openOrigin(secrets, findings.origin, originOfActor(createdBy, env));
      const after = { account: accountMasked, name_match: match, held_hours: hold };
      const event = { orgId, env, target: targetOf(counterpartyId), after };
      await recordOrgEvent(tx, origin, { ...event, action: 'destination.registered' });
    }
    return ok(null);
  });
}

/** A command of a member to one of the org's destinations. `actor` is the member. */
interface DestinationCommand extends Pick<CounterpartyRow, 'id' | 'orgId' | 'env' | 'currency'> {
  readonly actor: string;
}

/**
 * Approves a destination, so that a hold ends now. A second call changes nothing. Returns the destination.
 * Refused: what `decideApproval` refuses.
 */
export function approveDestination(
  { database, origin }: TrailContext,
  { actor, ...destination }: DestinationCommand,
): Promise<Outcome<CounterpartyRow>> {
  return changeDestination(database, destination, async (tx, row) => {
    const allowed = decideApproval({ status: row.status, registrant: row.createdBy }, actor);
    if (!allowed.ok) return allowed;
    if (row.status === 'HELD') {
      await approveCounterparty(tx, { counterpartyId: row.id, actor });
      await recordMove(tx, origin, { row, action: 'destination.approved', after: 'ACTIVE' });
    }
    return ok(await existing(tx, row.id));
  });
}

/** Disables a destination: no payout may go to it any more. A second call changes nothing. */
export function disableDestination(
  { database, origin }: TrailContext,
  { actor, ...destination }: DestinationCommand,
): Promise<null> {
  return changeDestination(database, destination, async (tx, row) => {
    await disableCounterparty(tx, { counterpartyId: row.id, actor });
    if (row.status !== 'DISABLED')
      await recordMove(tx, origin, { row, action: 'destination.disabled', after: 'DISABLED' });
    return null;
  });
}

/**
 * Runs the work on a destination, under the lock that reserves payouts: a payout is judged before the change
 * or after it.
 */
function changeDestination<T>(
  database: DatabaseContext['database'],
  { id, ...scope }: Omit<DestinationCommand, 'actor'>,
  work: (tx: Transaction, row: CounterpartyRow) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    await lockPayouts(tx, scope);
    return work(tx, await existing(tx, id));
  });
}

interface DestinationMove {
  readonly row: CounterpartyRow;
  readonly action: 'destination.approved' | 'destination.disabled';
  readonly after: CounterpartyRow['status'];
}

/** Appends a change of a destination's status to the org's trail. */
function recordMove(tx: Transaction, origin: Origin, { row, action, after }: DestinationMove): Promise<void> {
  const { id, orgId, env, status } = row;
  const change = { before: { status }, after: { status: after } };
  return recordOrgEvent(tx, origin, { orgId, env, action, target: targetOf(id), ...change });
}

const targetOf = (id: string) => ({ kind: 'destination', id });

async function existing(tx: Transaction, counterpartyId: string): Promise<CounterpartyRow> {
  const row = await findCounterparty(tx, { counterpartyId });
  if (row === null) throw new Error(`no destination ${counterpartyId}`);
  return row;
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

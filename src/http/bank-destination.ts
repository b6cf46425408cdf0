import type { PayableAccount } from '../domain/bank-account.ts';
import { ok, refuse } from '../domain/outcome.ts';
import type { Outcome } from '../domain/outcome.ts';
import { findRegistration, insertCounterparty } from '../store/counterparties.ts';
import { actorOf } from './access/caller.ts';
import type { SessionCaller } from './access/caller.ts';
import type { ApiDeps } from './route.ts';

/** What is to be registered. `forceReason` is null without an override. */
export interface Destination extends PayableAccount {
  readonly orgId: string;
  readonly name: string;
  readonly forceReason: string | null;
}

interface RegisterCall {
  readonly deps: ApiDeps;
  readonly caller: SessionCaller;
  newId(): string;
}

export interface Registered {
  readonly counterpartyId: string;
  readonly nameMatch: 'match' | 'forced';
}

/**
 * Registers a bank destination: written down sealed, its holder's name checked, the payee screened.
 *
 * Refused: `name mismatch` with the `registered_name` beside it where the register has one, `name check unavailable`.
 * An override takes both. Source: specification, "Payouts and bank destinations"; contract, section 8.
 */
export async function registerDestination(
  { deps: { database, secrets, workflows }, caller, newId }: RegisterCall,
  destination: Destination,
): Promise<Outcome<Registered>> {
  const counterpartyId = newId();
  // One that a run before has written down is answered by its workflow.
  await insertCounterparty(database.pool, {
    ...destination,
    counterpartyId,
    env: caller.env,
    rail: destination.account.kind,
    sealedAccount: secrets.seal(JSON.stringify(destination.account), counterpartyId),
    accountMasked: destination.masked,
    actor: actorOf(caller),
  });
  const ended = await workflows.registerCounterparty(counterpartyId);
  if (!ended.ok) return ended;
  const row = await findRegistration(database.pool, { counterpartyId });
  if (row === null) throw new Error(`no destination ${counterpartyId}`);
  if (row.nameMatch !== null) return ok({ counterpartyId, nameMatch: row.nameMatch });
  // Taken by nobody although nothing was wrong: it came too late for whoever asked.
  if (row.checkAnswer === 'match' || destination.forceReason !== null) return refuse('unavailable');
  if (row.checkAnswer === 'unavailable') return refuse('name_check_unavailable');
  const sealed = row.sealedRegisteredName;
  const registeredName = sealed === null ? null : secrets.unseal(sealed, `registered name ${counterpartyId}`);
  return refuse('name_mismatch', undefined, { registered_name: registeredName });
}

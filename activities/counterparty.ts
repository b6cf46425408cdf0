import { brokenInvariant } from '../src/commands/command.ts';
import { endRegistration } from '../src/commands/destination.ts';
import type { BankAccount } from '../src/domain/bank-account.ts';
import { sandboxRegister } from '../src/domain/magic-values.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import type { ScreenedPayee } from '../src/domain/payout.ts';
import { comparePayeeNames } from '../src/domain/payee-name.ts';
import type { PayeeNames, RegisteredName } from '../src/partners/payee-name.ts';
import type { Secrets } from '../src/security/secrets.ts';
import { findPayee } from '../src/store/counterparties.ts';
import type { CheckAnswer, PayeeRow } from '../src/store/counterparties.ts';
import type { Database } from '../src/store/database.ts';

/** The register's answer about a name. The registered name is sealed: only the row's reader opens it. */
export interface NameCheckResult {
  readonly answer: CheckAnswer;
  readonly sealedRegisteredName: string | null;
  /**
   * The holder's name, as given and as registered, matches the verified name of the business. Absent in
   * histories from before it.
   */
  readonly isVerifiedBusiness?: boolean;
}

export interface PayeeNameDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly names: PayeeNames;
}

/** Asks the register of account holders. In the sandbox the magic names answer instead. */
export function createPayeeNameActivities({ database, secrets, names }: PayeeNameDeps) {
  return {
    async checkPayeeName({ counterpartyId }: { counterpartyId: string }): Promise<NameCheckResult> {
      const payee = await findPayee(database.pool, { counterpartyId });
      if (payee === null) throw brokenInvariant(`no destination ${counterpartyId}`);
      const registered = payee.env === 'sandbox' ? sandboxRegister(payee.name) : await ask(payee);
      if (registered.kind === 'unavailable') return { answer: 'unavailable', sealedRegisteredName: null };
      if (registered.kind === 'unknown') return { answer: 'none', sealedRegisteredName: null };
      const { verifiedName } = payee;
      const isBusiness = (name: string): boolean =>
        verifiedName !== null && comparePayeeNames(name, verifiedName) === 'match';
      return {
        answer: comparePayeeNames(payee.name, registered.name),
        isVerifiedBusiness: isBusiness(payee.name) && isBusiness(registered.name),
        sealedRegisteredName: secrets.seal(registered.name, `registered name ${counterpartyId}`),
      };
    },
  };

  function ask(payee: PayeeRow): Promise<RegisteredName> {
    return names.registeredName({
      account: JSON.parse(secrets.unseal(payee.sealedAccount, payee.id)) as BankAccount,
    });
  }
}

export type PayeeNameActivities = ReturnType<typeof createPayeeNameActivities>;

export interface CounterpartyDeps {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'unseal'>;
  readonly newId: () => string;
}

/** The registration's step in the book. */
export function createCounterpartyActivities(deps: CounterpartyDeps) {
  return {
    /**
     * Takes the destination, or rejects it. An override, and what screening found, are written down for
     * compliance: a hit does not stop the registration, it stops every payout. A second run finds it ended.
     */
    async endRegistration({ screened, ...registration }: Registration): Promise<Outcome<null>> {
      const hits = screened.kind === 'screened' ? screened.hits : [];
      const ended = await endRegistration(deps, { ...registration, hits });
      if (ended !== null) return ended;
      throw brokenInvariant(`no destination ${registration.counterpartyId}`);
    },
  };
}

export type CounterpartyActivities = ReturnType<typeof createCounterpartyActivities>;

export interface Registration {
  readonly counterpartyId: string;
  readonly origin?: string;
  readonly checked: NameCheckResult;
  readonly screened: ScreenedPayee;
}

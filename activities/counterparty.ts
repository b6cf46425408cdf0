import { ApplicationFailure } from '@temporalio/common';
import type { BankAccount } from '../src/domain/bank-account.ts';
import { sandboxRegister } from '../src/domain/magic-values.ts';
import { ok, refuse } from '../src/domain/outcome.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import { comparePayeeNames } from '../src/domain/payee-name.ts';
import type { PayeeNames, RegisteredName } from '../src/partners/payee-name.ts';
import type { Secrets } from '../src/security/secrets.ts';
import { endRegistration, findPayee, lockRegistration } from '../src/store/counterparties.ts';
import type { CheckAnswer, PayeeRow } from '../src/store/counterparties.ts';
import type { Database } from '../src/store/database.ts';
import { judgementsOf, PLAIN_JUDGEMENT, recordJudgement } from '../src/store/compliance.ts';
import { openScreeningCases } from '../src/store/screening.ts';
import { jsonText } from '../src/store/statement.ts';
import type { ScreenedPayee } from './payout.ts';

/** What the register said of a name. The name that it has is sealed: only the row's reader opens it. */
export interface CheckedName {
  readonly answer: CheckAnswer;
  readonly sealedRegisteredName: string | null;
}

export interface PayeeNameDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly names: PayeeNames;
}

/** Asks the register of account holders. In the sandbox the magic names answer, and nobody is asked. */
export function createPayeeNameActivities({ database, secrets, names }: PayeeNameDeps) {
  return {
    async checkPayeeName({ counterpartyId }: { counterpartyId: string }): Promise<CheckedName> {
      const payee = await findPayee(database.pool, { counterpartyId });
      if (payee === null) throw ApplicationFailure.nonRetryable(`no destination ${counterpartyId}`, 'BrokenInvariant');
      const registered = payee.env === 'sandbox' ? sandboxRegister(payee.name) : await ask(payee);
      if (registered.kind === 'unavailable') return { answer: 'unavailable', sealedRegisteredName: null };
      if (registered.kind === 'unknown') return { answer: 'none', sealedRegisteredName: null };
      return {
        answer: comparePayeeNames(payee.name, registered.name),
        sealedRegisteredName: secrets.seal(registered.name, `registered name ${counterpartyId}`),
      };
    },
  };

  function ask(payee: PayeeRow): Promise<RegisteredName> {
    return names.registeredName({ account: JSON.parse(secrets.unseal(payee.sealedAccount, payee.id)) as BankAccount });
  }
}

export type PayeeNameActivities = ReturnType<typeof createPayeeNameActivities>;

export interface CounterpartyDeps {
  readonly database: Database;
  readonly newId: () => string;
}

/** The registration's step in the book. */
export function createCounterpartyActivities({ database, newId }: CounterpartyDeps) {
  return {
    /**
     * Takes the destination, or rejects it. An override, and what screening found, are written down for compliance: a hit
     * does not stop the registration, it stops every payout. A second run finds it ended.
     */
    endRegistration({ counterpartyId, checked, screened }: Registration): Promise<Outcome<null>> {
      return database.transaction(async (tx) => {
        const row = await lockRegistration(tx, { counterpartyId });
        if (row === null) throw ApplicationFailure.nonRetryable(`no destination ${counterpartyId}`, 'BrokenInvariant');
        const subject = `counterparty:${counterpartyId}`;
        if (row.status !== 'CHECKING') {
          // An earlier run ended the registration. A rejection without a judgement came after the deadline: the caller got 503.
          const isJudged = row.status === 'ACTIVE' || (await judgementsOf(tx, { subject })).length > 0;
          return isJudged ? ok(null) : refuse('unavailable');
        }
        // Whoever asked was told to come back, and may have registered another since: this one must not become the newest.
        const isWanted = !row.stale && (checked.answer === 'match' || row.forceReason !== null);
        const match = checked.answer === 'match' ? 'match' : 'forced';
        await endRegistration(tx, {
          counterpartyId,
          status: isWanted ? 'ACTIVE' : 'REJECTED',
          nameMatch: isWanted ? match : null,
          checkAnswer: checked.answer,
          sealedRegisteredName: checked.sealedRegisteredName,
        });
        if (row.stale) return refuse('unavailable');
        const { orgId, env } = row;
        await recordJudgement(tx, {
          ...PLAIN_JUDGEMENT,
          id: newId(),
          orgId,
          env,
          subject,
          rule: 'payee_name',
          decision: !isWanted ? 'BLOCKED' : match === 'forced' ? 'FORCED' : 'PASSED',
          facts: jsonText({ counterpartyId, answer: checked.answer }),
          reason: row.forceReason ?? '',
        });
        const hits = screened.kind === 'screened' ? screened.hits : [];
        if (hits.length > 0) {
          const caseIds = hits.map(newId);
          await openScreeningCases(tx, { caseIds, orgId, env, counterpartyId, hits: jsonText(hits) });
        }
        return ok(null);
      });
    },
  };
}

export type CounterpartyActivities = ReturnType<typeof createCounterpartyActivities>;

export interface Registration {
  readonly counterpartyId: string;
  readonly checked: CheckedName;
  readonly screened: ScreenedPayee;
}

import { Client, Connection } from '@temporalio/client';
import { v7 } from 'uuid';
import {
  createActivities,
  createBankActivities,
  createBankComparisonActivities,
  createMailActivities,
  createPartnerActivities,
  createReconciliationActivities,
  createVerificationPartnerActivities,
  createWebhookActivities,
} from '../../activities/index.ts';
import { ENVIRONMENTS } from '../../src/domain/environment.ts';
import { createSandboxClockActivities } from '../../activities/sandbox-clock.ts';
import { RETENTION, THRESHOLDS } from '../support/settings.ts';
import { createBank } from '../../src/partners/bank.ts';
import { createMailer } from '../../src/partners/mail.ts';
import { createPartnerClient } from '../../src/partners/partner-client.ts';
import { createPayeeNames } from '../../src/partners/payee-name.ts';
import { createScreenings, SAMPLE_LIST } from '../../src/partners/screenings.ts';
import { createVerificationProvider } from '../../src/partners/verification.ts';
import { createReceiverGate } from '../../src/partners/receiver-gate.ts';
import { createWebhookSender } from '../../src/partners/webhook-sender.ts';
import { createSecrets } from '../../src/security/secrets.ts';
import type { Secrets } from '../../src/security/secrets.ts';
import { openDatabase } from '../../src/store/database.ts';
import type { Database } from '../../src/store/database.ts';
import { taskQueues } from '../../workflows/messages.ts';

/**
 * The functions that make the steps which workers register. A structure test compares them with `worker.ts`.
 */
export const STEP_FACTORIES = {
  createActivities,
  createBankActivities,
  createBankComparisonActivities,
  createMailActivities,
  createPartnerActivities,
  createReconciliationActivities,
  createSandboxClockActivities,
  createVerificationPartnerActivities,
  createWebhookActivities,
};

type Factories = typeof STEP_FACTORIES;
type Union = { [Name in keyof Factories]: ReturnType<Factories[Name]> }[keyof Factories];

/** The name of a step of a workflow. */
export type StepName = Union extends infer One ? (One extends unknown ? keyof One : never) : never;

/** The function of each step. */
export type Steps = { readonly [Name in StepName]: Extract<Union, Record<Name, unknown>>[Name] };

/** The one argument of a step; undefined for a step without one. */
export type InputOf<Name extends StepName> = Steps[Name] extends (...args: infer Args) => unknown
  ? Args[0]
  : never;

/** The value that the promise of a step resolves to. */
export type AnswerOf<Name extends StepName> = Steps[Name] extends (...args: never[]) => infer Answer
  ? Awaited<Answer>
  : never;

/** The addresses and keys that steps work with, as JSON that a child process can take. */
export interface StepSettings {
  readonly databaseUrl: string;
  /** Base64. */
  readonly key: string;
  readonly partnersUrl: string;
  readonly partnerToken: string;
  readonly smtpUrl: string;
  readonly temporalAddress: string;
  readonly taskQueue: string;
}

/** All steps with real connections behind them. */
export interface OpenSteps {
  readonly steps: Steps;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly client: Client;
  close(): Promise<void>;
}

const NOWHERE = 'http://127.0.0.1:9';

/**
 * Wires the steps as `worker.ts` does. Nothing follows a commit: a dispatcher only starts workflows, and a
 * process that dies after the commit has started none.
 */
export async function openSteps(
  settings: StepSettings,
  reached: (point: string) => void = () => undefined,
): Promise<OpenSteps> {
  const { databaseUrl, partnersUrl, partnerToken: token, smtpUrl, temporalAddress, taskQueue } = settings;
  const key = Buffer.from(settings.key, 'base64');
  const database = await openDatabase({ url: databaseUrl, poolSize: 4 });
  const secrets = createSecrets({ encryption: [{ id: 'test', key }], digest: key });
  const connection = Connection.lazy({ address: temporalAddress });
  const client = new Client({ connection });
  const queues = taskQueues(taskQueue);
  const at = (prefix: string) => ({ url: `${partnersUrl}/${prefix}`, token });
  const steps = {
    ...createActivities({
      database,
      secrets,
      newId: () => v7(),
      deliver: () => undefined,
      land: () => undefined,
      watchReturns: () => undefined,
      returnWindowDays: 60,
      thresholds: THRESHOLDS,
      bankName: 'bank',
      reached,
    }),
    ...createPartnerActivities({
      database,
      secrets,
      names: createPayeeNames(createPartnerClient(at('payee-names'))),
      screening: createScreenings({
        watchman: null,
        listFile: SAMPLE_LIST,
        minScore: 0.9,
        maxAgeDays: 36_500,
      }),
    }),
    ...createMailActivities({
      database,
      secrets,
      mailer: createMailer({ url: smtpUrl, from: 'Tests <tests@example.com>' }),
    }),
    ...createWebhookActivities({
      database,
      secrets,
      sender: createWebhookSender({ allowLoopback: true }),
      gate: createReceiverGate(),
      headerPrefix: 'x-service-',
      reached,
    }),
    ...createBankComparisonActivities({ database, bank: createBank(at('bank')) }),
    ...createBankActivities({
      screening: createScreenings({
        watchman: null,
        listFile: SAMPLE_LIST,
        minScore: 0.9,
        maxAgeDays: 36_500,
      }),
      newId: () => v7(),
      database,
      secrets,
      bank: createBank(at('bank')),
      transferCallbackUrl: `${NOWHERE}/partners/bank/events`,
      reached,
    }),
    ...createVerificationPartnerActivities({
      database,
      provider: createVerificationProvider(at('verification')),
      callbackUrl: `${NOWHERE}/partners/verification/events`,
    }),
    ...createSandboxClockActivities(
      { client, database, environments: ENVIRONMENTS, startSettings: { queues }, newId: () => v7() },
      { passedOver: () => undefined },
    ),
    ...createReconciliationActivities(
      { client, database, environments: ENVIRONMENTS, startSettings: { queues }, retention: RETENTION },
      { reconciled: () => undefined, swept: () => undefined, checked: () => undefined },
    ),
  };
  return {
    steps,
    database,
    secrets,
    client,
    async close() {
      await Promise.all([database.close(), connection.close()]);
    },
  };
}

/** Steps that heartbeat: they need the SDK's context of an activity. */
const WITH_CONTEXT: ReadonlySet<StepName> = new Set(['runAdvance', 'reconcileWorkflows', 'compareDay']);

/** Runs a step by its name. The answer is as Temporal's payload would have it: JSON, null for no answer. */
export async function runStep(steps: Steps, name: StepName, input: unknown): Promise<unknown> {
  const step = steps[name] as (given: unknown) => Promise<unknown>;
  const answer = await (WITH_CONTEXT.has(name) ? runInContext(step, input) : step(input));
  return JSON.parse(JSON.stringify(answer ?? null)) as unknown;
}

/** The import is late because the SDK's test kit takes a second to load. */
async function runInContext(step: (given: unknown) => Promise<unknown>, input: unknown): Promise<unknown> {
  const { MockActivityEnvironment } = await import('@temporalio/testing');
  return new MockActivityEnvironment().run(step, input);
}

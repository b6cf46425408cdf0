import { setWorkflowOptions, workflowInfo } from '@temporalio/workflow';
import type { Workflow } from '@temporalio/workflow';
import type { WorkflowDefinitionOptions } from '@temporalio/common';
import {
  bankComparison,
  chargeReturn,
  counterparty,
  deposit,
  destinationMail,
  orgNotice,
  recommendation,
  reconciliation,
  signInMail,
  webhookFailing,
} from './index.ts';

/**
 * The workflows that end within minutes. They run to their end on the version of the worker that began them.
 * All others wait for days: they continue on the deployment's current version, so their code must stay
 * replayable. It has an effect only for workers with WORKER_DEPLOYMENT.
 */
const PINNED: readonly Workflow[] = [
  bankComparison,
  chargeReturn,
  counterparty,
  deposit,
  destinationMail,
  orgNotice,
  recommendation,
  reconciliation,
  signInMail,
  webhookFailing,
];

/** The server refuses a behavior from a worker without a version: such a one has no deployment's name. */
const pinned = (): WorkflowDefinitionOptions =>
  workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: 'PINNED' } : {};

for (const workflow of PINNED) setWorkflowOptions(pinned, workflow);

export * from './index.ts';

import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, isGrpcServiceError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { ensureOrgAttribute } from '../org-attribute.ts';

const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
/** The time that the history of an ended workflow is kept. */
const RETENTION = '30 days';
const DEADLINE_MS = 60_000;
const PAUSE_MS = 500;

/**
 * Creates the namespaces that do not exist, and in each the search attribute of organizations. Repeats it
 * while the servers find each other.
 */
export async function ensureNamespaces(address: string, namespaces: readonly string[]): Promise<void> {
  for (const end = Date.now() + DEADLINE_MS; ; await sleep(PAUSE_MS)) {
    try {
      const connection = await Connection.connect({ address, connectTimeout: 5000 });
      try {
        for (const namespace of namespaces) {
          await ensureNamespace(connection, namespace);
          await ensureOrgAttribute(connection, namespace);
        }
      } finally {
        await connection.close();
      }
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

async function ensureNamespace({ workflowService }: Connection, namespace: string): Promise<void> {
  try {
    await workflowService.describeNamespace({ namespace });
  } catch (error) {
    if (!isGrpcServiceError(error) || Number(error.code) !== NOT_FOUND) throw error;
    await workflowService
      .registerNamespace({ namespace, workflowExecutionRetentionPeriod: msToTs(RETENTION) })
      .catch((failure: unknown) => {
        if (!isGrpcServiceError(failure) || Number(failure.code) !== ALREADY_EXISTS) throw failure;
      });
  }
}

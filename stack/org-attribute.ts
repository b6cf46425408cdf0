import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';

const { IndexedValueType } = proto.temporal.api.enums.v1;
/** The search attribute of our own servers, for TEMPORAL_ORG_ATTRIBUTE. */
export const ORG_ATTRIBUTE = 'OrgId';
const KNOWN_MS = 30_000;
const LOOK_MS = 250;

/** Creates the search attribute in a namespace that lacks it. Returns when the server accepts it. */
export async function ensureOrgAttribute(
  { operatorService, workflowService }: Connection,
  namespace: string,
): Promise<void> {
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  if (ORG_ATTRIBUTE in customAttributes) return;
  const searchAttributes = { [ORG_ATTRIBUTE]: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD };
  await operatorService.addSearchAttributes({ namespace, searchAttributes });
  // The server keeps what it knows of a namespace for some seconds. Until then it refuses the attribute.
  for (const end = Date.now() + KNOWN_MS; ; await sleep(LOOK_MS)) {
    try {
      const query = `${ORG_ATTRIBUTE} = 'none'`;
      await workflowService.listWorkflowExecutions({ namespace, query, pageSize: 1 });
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

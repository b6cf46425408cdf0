import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import { ensureNamespaces } from '../../stack/cluster/namespaces.ts';
import { ensureOrgAttribute, ORG_ATTRIBUTE } from '../../stack/org-attribute.ts';

test('a namespace of an earlier release gets the search attribute, and starts may carry it at once', async () => {
  const address = process.env['TEST_TEMPORAL_ADDRESS'] ?? '';
  const namespace = `earlier-${randomUUID()}`;
  await ensureNamespaces(address, [namespace]);
  const connection = await Connection.connect({ address });
  try {
    await connection.operatorService.removeSearchAttributes({ namespace, searchAttributes: [ORG_ATTRIBUTE] });
    await ensureOrgAttribute(connection, namespace);
    const key = defineSearchAttributeKey(ORG_ATTRIBUTE, 'KEYWORD');
    const started = await new Client({ connection, namespace }).workflow.start('nobody', {
      taskQueue: 'nobody',
      workflowId: namespace,
      typedSearchAttributes: [{ key, value: 'org' }],
    });
    expect((await started.describe()).typedSearchAttributes.get(key)).toBe('org');
    await started.terminate();
  } finally {
    await connection.close();
  }
}, 60_000);

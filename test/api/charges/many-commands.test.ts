import { Client, Connection } from '@temporalio/client';
import { v7 } from 'uuid';
import { createWorkflows } from '../../../src/temporal/commands.ts';
import { workflowId } from '../../../workflows/messages.ts';
import { apiTest } from '../../support/api-test.ts';
import { IN_TIME } from '../../support/commands.ts';
import { api, call, merchant, openCheckout, shopper } from '../../support/people.ts';

apiTest();

test('a checkout that was asked five hundred times in vain goes on from its row, and can still be paid', async () => {
  const [shop, poor, buyer] = await Promise.all([merchant(), shopper({ funds: 0 }), shopper()]);
  const { id: checkoutId } = await openCheckout(shop);
  // The API judges before it asks; whoever gets past it, by monitoring or a race, asks the workflow like
  // this.
  const address = process.env['TEST_TEMPORAL_ADDRESS'] ?? '';
  const workflows = createWorkflows({ address, namespace: 'default', taskQueue: 'shared' });
  const ask = () =>
    workflows.authorize(
      { checkoutId, orgId: shop.orgId },
      { consumerId: poor.userId, newChargeId: v7(), attribution: [], deadline: IN_TIME },
    );
  const connection = await Connection.connect({ address });
  const execution = new Client({ connection }).workflow.getHandle(workflowId.checkout(checkoutId));
  const { runId } = await execution.describe();
  for (let asked = 0; asked < 520; asked += 8) {
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    expect(answers.every((answer) => !answer.ok && answer.refusal.reason === 'insufficient balance')).toBe(
      true,
    );
  }
  expect((await execution.describe()).runId).not.toBe(runId);
  await Promise.all([workflows.close(), connection.close()]);
  const { auth_id: authId } = await call('POST', `/checkouts/${checkoutId}/authorize`, {
    session: buyer.session,
  });
  expect((await api('POST', `/charges/${authId}/capture`, { key: shop.key })).status).toBe(200);
});

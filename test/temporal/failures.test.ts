import { createWorkflows } from '../../src/temporal/commands.ts';
import { workflowsAreAway } from '../../src/temporal/failures.ts';

test('a server that does not know the namespace yet is away: a restarted one answers so at first', async () => {
  const address = process.env['TEST_TEMPORAL_ADDRESS'] ?? '';
  const workflows = createWorkflows({ address, namespace: 'not-known-yet', taskQueue: 'none' });
  const id = '0192c1f0-0000-7000-8000-000000000000';
  const asked = [
    workflows.mailSignInCode(id),
    workflows.registerCounterparty(id),
    workflows.openVerification(id),
  ];
  for (const answer of await Promise.allSettled(asked)) {
    expect(answer.status === 'rejected' && workflowsAreAway(answer.reason)).toBe(true);
  }
  await workflows.close();
});

import { z } from 'zod';
import { refused } from '../answers.ts';
import { defineRoute } from '../route.ts';

const status = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });

const health = (path: string, id: string, summary: string) =>
  defineRoute({
    method: 'GET',
    path,
    credential: 'none',
    access: { target: null, environment: 'any' },
    id,
    tag: 'Health',
    isUnlimited: true,
    summary,
    answer: status,
    handle: async () => ({ status: 'ok' as const }),
  });

export const healthRoutes = [
  health('/health', 'getHealth', 'Check that the service answers'),
  health('/livez', 'getLiveness', 'Check that the process is alive'),
  defineRoute({
    method: 'GET',
    path: '/readyz',
    credential: 'none',
    access: { target: null, environment: 'any' },
    id: 'getReadiness',
    tag: 'Health',
    isUnlimited: true,
    summary: 'Check that the service, PostgreSQL and Temporal are ready for traffic',
    answer: status,
    async handle({ deps }) {
      await deps.database.pool.query('select 1');
      if (!(await deps.workflows.isReachable())) refused('unavailable');
      return { status: 'ok' as const };
    },
  }),
];

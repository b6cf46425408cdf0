import { z } from 'zod';
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
];

import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from './caller.ts';

/** The time after the last reads in which the integrity checks must reach zero. */
const INTEGRITY_MS = 60_000;

/** Returns the integrity checks with violations. Repeats them until there are none or a minute has passed. */
export async function integrityOf(caller: Caller, operatorToken: string): Promise<string[]> {
  const request = {
    method: 'GET',
    path: '/operator/integrity',
    credential: { 'x-operator-token': operatorToken },
  } as const;
  for (const end = Date.now() + INTEGRITY_MS; ; await sleep(1000)) {
    const { checks } = (await caller.insist(request)) as { checks: { name: string; violations: number }[] };
    const broken = checks.filter(({ violations }) => violations > 0);
    if (broken.length === 0 || Date.now() > end)
      return broken.map(({ name, violations }) => `integrity: ${violations} × "${name}"`);
  }
}

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const HOST = '127.0.0.1';
const given = new Set<number>();
/** These ports are below the ranges that Linux and macOS use for outgoing connections. */
const LOWEST_STEADY = 20_000;
const HIGHEST_STEADY = 29_999;

/** Returns true if nothing listens on this port of the loopback interface. */
export function isFree(port: number, host: string = HOST): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * Returns the preferred port if it is free, else any free one. Ports below 1 mean "any".
 *
 * This process never returns the same random port twice, so a caller can pick several before it uses one.
 */
export async function freePort(preferred = 0, host: string = HOST): Promise<number> {
  if (preferred > 0 && (await isFree(preferred, host))) return preferred;
  for (;;) {
    const port = await anyPort(host);
    if (given.has(port)) continue;
    given.add(port);
    return port;
  }
}

/**
 * Returns a free port, none of `taken`, for a server that restarts. No outgoing connection occupies it while
 * the server is down.
 */
export async function steadyPort(taken: readonly number[] = []): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_STEADY, HIGHEST_STEADY + 1);
    if (taken.includes(port) || given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function anyPort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port: 0, host }, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

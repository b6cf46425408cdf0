import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The root directory of the checkout. */
export const ROOT = resolve(import.meta.dirname, '..');

/** The state of this checkout: databases, logs, secrets. Never committed. Delete it to start afresh. */
export const DATA = join(ROOT, '.data');

/**
 * The directory of Node's compile cache. It halves the start-up work of a process from its second start on.
 */
export const COMPILE_CACHE = join(DATA, 'compile-cache');

/**
 * The data of `npm start -- --demo`: its own database and Temporal store, so that they can be erased as a
 * whole.
 */
export const DEMO_BOOKS = join(DATA, 'demo');

/**
 * The data of `npm start -- --cluster`: its own, because the workflows of its open rows are in the store of
 * that cluster.
 */
export const CLUSTER_BOOKS = join(DATA, 'cluster');

/** The cache of programs that took long to obtain. It is outside the checkout, so that clones share it. */
export function toolCache(environment: NodeJS.ProcessEnv = process.env): string {
  const base = environment['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(base, 'merchant-payments');
}

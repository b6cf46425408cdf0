import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The checkout. */
export const ROOT = resolve(import.meta.dirname, '..');

/** State of this checkout: databases, logs, secrets. Never committed; delete it to start afresh. */
export const DATA = join(ROOT, '.data');

/** Where Node keeps compiled code: a process of ours starts with half the work from its second start on. */
export const COMPILE_CACHE = join(DATA, 'compile-cache');

/** The books of `npm start -- --demo`: a database and a Temporal store of their own, so that they can be erased as a whole. */
export const DEMO_BOOKS = join(DATA, 'demo');

/** Where programs that took long to obtain are kept, outside of the checkout so that clones share them. */
export function toolCache(environment: NodeJS.ProcessEnv = process.env): string {
  const base = environment['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(base, 'merchant-payments');
}

import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson, writePrivate } from '../../sdk/cli/profile.ts';
import type { SeedSize } from './plan.ts';
import type { Totals } from './totals.ts';

/** A person who signed in. */
export interface SeedPerson {
  readonly email: string;
  readonly user_id: string;
  readonly session: string;
}

/** The state of a demo merchant. */
export interface SeedShop {
  readonly country: string;
  readonly owner: SeedPerson;
  readonly shoppers: readonly SeedPerson[];
  readonly org_id: string;
  readonly api_key: string;
  readonly terminals: readonly string[];
  /** The organization's time on day 0. */
  readonly began_at: string;
  /** The index of the next step. */
  readonly step: number;
  /** Charge ids by the name of their sale, until nothing more happens to them. */
  readonly charges: Readonly<Record<string, string>>;
  readonly totals: Totals;
}

/** The state of a run, so that it can be resumed and its people be signed out. */
export interface SeedState {
  /** A part of every e-mail address and idempotency key, so that each run has its own people. */
  readonly run: string;
  readonly seed: number;
  readonly size: SeedSize;
  /** The time of the last completed step, in milliseconds since 1970. */
  readonly touched_at: number;
  readonly finished: boolean;
  readonly shops: readonly SeedShop[];
}

/** The file with a run's state. */
export interface SeedFile {
  read(): Promise<SeedState | null>;
  write(state: SeedState): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Opens the file with the demo state of one database, in `directory`. `books` is the database's identity from
 * `booksOf`.
 */
export function seedFile(directory: string, books: string): SeedFile {
  const digest = createHash('sha256').update(books).digest('hex').slice(0, 12);
  const file = join(directory, `seed-${digest}.json`);
  let last: Promise<void> = Promise.resolve();
  return {
    read: () => readJson<SeedState | null>(file, null),
    // One write after the other, because merchants run concurrently.
    write: (state) => (last = last.then(() => writePrivate(file, state))),
    remove: () => rm(file, { force: true }),
  };
}

import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson, writePrivate } from '../../sdk/cli/profile.ts';
import type { SeedSize } from './plan.ts';
import type { Totals } from './totals.ts';

/** Somebody who signed in. */
export interface SeedPerson {
  readonly email: string;
  readonly user_id: string;
  readonly session: string;
}

/** A demo merchant as far as it has come. */
export interface SeedShop {
  readonly country: string;
  readonly owner: SeedPerson;
  readonly shoppers: readonly SeedPerson[];
  readonly org_id: string;
  readonly api_key: string;
  readonly terminals: readonly string[];
  /** The organization's time on day 0. */
  readonly began_at: string;
  /** The next step to do. */
  readonly step: number;
  /** Charges by the name of their sale, while something is to become of them. */
  readonly charges: Readonly<Record<string, string>>;
  readonly totals: Totals;
}

/** What a run keeps, so that it can be taken up again and its people be signed out. */
export interface SeedState {
  /** Part of every e-mail address and idempotency key, so that another run has people of its own. */
  readonly run: string;
  readonly seed: number;
  readonly size: SeedSize;
  /** When a step was last completed; milliseconds since 1970. */
  readonly touched_at: number;
  readonly finished: boolean;
  readonly shops: readonly SeedShop[];
}

/** Where a run keeps its state. */
export interface SeedFile {
  read(): Promise<SeedState | null>;
  write(state: SeedState): Promise<void>;
  remove(): Promise<void>;
}

/** The state of the demo data in these books, kept in `directory`. `books` is what `booksOf` answers for them. */
export function seedFile(directory: string, books: string): SeedFile {
  const digest = createHash('sha256').update(books).digest('hex').slice(0, 12);
  const file = join(directory, `seed-${digest}.json`);
  let last: Promise<void> = Promise.resolve();
  return {
    read: () => readJson<SeedState | null>(file, null),
    // One after the other: merchants come along side by side.
    write: (state) => (last = last.then(() => writePrivate(file, state))),
    remove: () => rm(file, { force: true }),
  };
}

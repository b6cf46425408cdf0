import type { Config } from '../config.ts';
import type { Origin } from '../domain/org-event.ts';
import type { Secrets } from '../security/secrets.ts';
import type { Database } from '../store/database.ts';

/** The parts that commands work with. Each command names those that it needs. */
export interface CommandContext {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly config: Config;
  /** A new UUID, ordered by time (version 7). */
  readonly newId: () => string;
  /** Who calls, for the org's trail. */
  readonly origin: Origin;
}

export type DatabaseContext = Pick<CommandContext, 'database'>;
/** The parts of a command whose act the org's trail records. */
export type TrailContext = Pick<CommandContext, 'database' | 'origin'>;

/**
 * Reads the input of a call by its shape, and throws where it does not fit. A command calls it after its
 * checks of existence and rights: 404 and 403 come before 400.
 */
export type ReadInput<Input> = () => Input;

import type { ThresholdsByEnvironment } from '../src/domain/monitoring.ts';
import { cameTooLate } from '../src/store/database.ts';
import type { Database } from '../src/store/database.ts';

/** The deadline as the database takes it. A command of an earlier release has none: it is late, and its caller gave up long ago. */
export function deadlineOf(deadline: number | undefined): Date {
  return new Date(deadline ?? 0);
}

/** The outcome of the step, or `late` when the deadline of its command has passed: then the step wrote nothing. */
export async function unlessTooLate<T>(step: Promise<T>, late: T): Promise<T> {
  try {
    return await step;
  } catch (error) {
    if (cameTooLate(error)) return late;
    throw error;
  }
}

/** What the activities of the book work with. */
export interface ActivityDeps {
  readonly database: Database;
  /** A new UUID, ordered by time (version 7). */
  readonly newId: () => string;
  /** Has a delivery sent: called after the commit that wrote it, returns at once. */
  readonly deliver: (deliveryId: string, orgId: string) => void;
  /** Has an award landed when it is due: called after the commit that made it pending, returns at once. */
  readonly land: (awardId: string, orgId: string) => void;
  /** When monitoring blocks a movement of money. */
  readonly thresholds: ThresholdsByEnvironment;
  /** The banking partner's name, as live payouts show it. */
  readonly bankName: string;
  /** A named step was reached. The crash tests stop the process at one of them. */
  readonly reached: (step: string) => void;
}

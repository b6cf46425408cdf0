import type { Child } from '../processes.ts';

/** A process that starts on the same ports and files each time. */
export interface StackProcess {
  readonly name: string;
  /** Starts it. Returns when it is ready. */
  launch(logDirectory: string): Promise<Child>;
  /** Asks it for an answer, and throws without one. */
  probe?(): Promise<unknown>;
}

/** Starts a process, and again whenever it ends. Returns when it is ready for the first time. */
export type Keep = (process: StackProcess) => Promise<unknown>;

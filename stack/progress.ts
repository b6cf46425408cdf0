/** Reports progress with the seconds since the start. */
export interface Progress {
  /** Prints one line about a finished step. */
  step(text: string): void;
  /**
   * Prints a line at the start, repeats it every ten seconds with the elapsed time, and returns the result.
   */
  during<T>(text: string, work: Promise<T>): Promise<T>;
}

const REMINDER_MS = 10_000;

/** Progress on the terminal: `[ 12.3 s] text`. */
export function createProgress(write: (line: string) => void = console.log): Progress {
  const began = performance.now();
  const step = (text: string) => write(`[${seconds(performance.now() - began).padStart(5)} s] ${text}`);
  return { step, during: (text, work) => remind(step, text, work) };
}

/** Progress without output, for tests. */
export const SILENT: Progress = { step: () => undefined, during: (_text, work) => work };

async function remind<T>(step: (text: string) => void, text: string, work: Promise<T>): Promise<T> {
  const began = performance.now();
  step(`${text} …`);
  const timer = setInterval(
    () => step(`  … still running after ${seconds(performance.now() - began)} s: ${text}`),
    REMINDER_MS,
  );
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

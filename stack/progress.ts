/** Says what is going on, with the seconds since the beginning. */
export interface Progress {
  /** One line that says what was done. */
  step(text: string): void;
  /** Says what begins, repeats it every ten seconds with the time it has taken, and passes the result on. */
  during<T>(text: string, work: Promise<T>): Promise<T>;
}

const REMINDER_MS = 10_000;

/** Progress on the terminal: `[ 12.3 s] text`. */
export function createProgress(write: (line: string) => void = console.log): Progress {
  const began = performance.now();
  const step = (text: string) => write(`[${seconds(performance.now() - began).padStart(5)} s] ${text}`);
  return { step, during: (text, work) => remind(step, text, work) };
}

/** Progress that says nothing, for tests. */
export const SILENT: Progress = { step: () => undefined, during: (_text, work) => work };

async function remind<T>(step: (text: string) => void, text: string, work: Promise<T>): Promise<T> {
  const began = performance.now();
  step(`${text} …`);
  const timer = setInterval(() => step(`  … still at it after ${seconds(performance.now() - began)} s: ${text}`), REMINDER_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

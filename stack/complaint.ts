/** Runs what `npm run <name>` does. Where it fails, says why, without a stack trace, and has the process end with 1. */
export async function orComplain(name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(`\nnpm run ${name} failed: ${reasonOf(error)}\n`);
    process.exitCode = 1;
  }
}

/** A name with several addresses fails once for each, and the whole says nothing. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

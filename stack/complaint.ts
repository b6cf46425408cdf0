/**
 * Runs the command `npm run <name>`. On failure it prints the reason without a stack trace and sets the exit
 * code 1.
 */
export async function runCommand(name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(`\nnpm run ${name} failed: ${reasonOf(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * The reason of an error. A host name with several addresses fails once per address, with an empty message of
 * its own.
 */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

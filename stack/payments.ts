import { runningStack } from './running.ts';

/** `npm run payments`: the command line, for the API of the stack that runs in this checkout where nothing else is said or kept. */
const stack = await runningStack();
if (stack !== null) process.env['PAYMENTS_DEFAULT_API_URL'] ??= stack.api_url;
await import('../sdk/cli.ts');

import { runningStack } from './running.ts';

/**
 * `npm run payments`: the command line. Its default API is the one of the stack that runs in this checkout.
 */
const stack = await runningStack();
if (stack !== null) process.env['PAYMENTS_DEFAULT_API_URL'] ??= stack.api_url;
await import('../sdk/cli.ts');

#!/usr/bin/env node
import { runningStack } from './running.ts';

/**
 * `npm run payments`: the command line. Its API is the one of the stack that runs in this checkout, unless
 * the command names another.
 */
const stack = await runningStack();
if (stack !== null) {
  process.env['PAYMENTS_STACK'] = stack.books;
  process.env['PAYMENTS_STACK_API_URL'] = stack.api_url;
}
await import('../sdk/cli.ts');

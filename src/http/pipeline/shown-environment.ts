import { refused } from '../answers.ts';
import type { Caller } from '../access/caller.ts';
import type { KoaContext } from './context.ts';

/** The environment that a page shows, in its requests; the environment of the session, in the answers. */
export const SESSION_ENV = 'x-session-env';

/**
 * Checks that the session acts in the environment that the page shows. Tabs share a cookie: without this
 * check a tab that shows the sandbox would move live money after another tab went live. Callers that show
 * none pass. Refused: `key env mismatch`.
 */
export function requireShownEnvironment(ctx: KoaContext, caller: Caller): void {
  const shown = ctx.get(SESSION_ENV);
  if (shown !== '' && caller?.kind === 'session' && shown !== caller.env) refused('key_env_mismatch');
}

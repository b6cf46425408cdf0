import type { Config } from '../../config.ts';
import { refused } from '../answers.ts';
import type { KoaContext } from '../pipeline/context.ts';

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Checks that a page of this service sent the request, if it may change something. Browsers send cookies
 * along with the posts of sibling sites too. `Sec-Fetch-Site` decides; browsers that do not send it send
 * `Origin`. A request with neither is refused. Refused: `cross-origin request`. Source: contract, section 18.
 */
export function requireSameOrigin(ctx: KoaContext, config: Pick<Config, 'PUBLIC_URL'>): void {
  if (!SAFE.has(ctx.method) && !isSameOrigin(ctx, config)) refused('cross_origin');
}

function isSameOrigin(ctx: KoaContext, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): boolean {
  const [site, origin] = [ctx.get('sec-fetch-site'), ctx.get('origin')];
  if (site !== '') return site === 'same-origin';
  if (origin === '') return false;
  const { protocol, origin: own } = new URL(PUBLIC_URL);
  // `npm start` and tests reach the service under other names than PUBLIC_URL, such as `localhost`.
  return origin === own || origin === `${protocol}//${ctx.host}`;
}

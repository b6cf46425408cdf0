import type { KoaContext } from '../pipeline/context.ts';
import { answerError } from '../pipeline/errors.ts';
import { createRouting } from '../pipeline/routing.ts';
import { refused } from '../answers.ts';
import { answerAsset, readAssets } from './assets.ts';
import type { Assets } from './assets.ts';
import { answerConsoleCall, isConsoleCall } from './console-door.ts';
import { createConsolePage, isConsolePage } from './console-page.ts';
import { limitPage } from './page-deps.ts';
import type { PageDeps } from './page-deps.ts';
import { pressPay, showPay, showPayQr, showPayStatus } from './pay/pay-page.ts';
import { showProblem } from './problem-page.ts';
import { requireSameOrigin } from './same-origin.ts';
import { showTerminal, showTerminalQr, showTerminalStatus } from './terminal/terminal-page.ts';

/** Answers a request. */
export type Handler = (ctx: KoaContext) => Promise<void>;

/**
 * Returns the lookup of the handler of a page, and of the calls that pages make. Null for every other path.
 * The API behind the pages gets their calls in process. Source: contract, section 18.
 */
export function createPages(page: PageDeps & { readonly api: Handler }): (path: string) => Handler | null {
  const consoleCall: Handler = (ctx) => answerConsoleCall(ctx, page);
  const consolePage = createConsolePage();
  const shopperPage = createShopperPages(page);
  return (path) => {
    if (isConsoleCall(path)) return consoleCall;
    if (isConsolePage(path)) return consolePage;
    if (path.startsWith('/pay/') || path.startsWith('/t/')) return shopperPage;
    return null;
  };
}

interface PageRequest {
  readonly ctx: KoaContext;
  readonly page: PageDeps;
  readonly assets: Assets;
  readonly id: string;
}

/** The pages of shoppers, and what these pages load. */
const PAGES = [
  { method: 'GET', path: '/pay/{id}', target: showPay },
  { method: 'POST', path: '/pay/{id}', target: pressPay },
  { method: 'GET', path: '/pay/{id}/status', target: showPayStatus },
  { method: 'GET', path: '/pay/{id}/qr.svg', target: showPayQr },
  { method: 'GET', path: '/t/{id}', target: showTerminal },
  { method: 'GET', path: '/t/{id}/status', target: showTerminalStatus },
  { method: 'GET', path: '/t/{id}/qr.svg', target: showTerminalQr },
  {
    method: 'GET',
    path: '/pay/assets/{id}',
    target: async ({ ctx, assets, id }: PageRequest) => answerAsset(ctx, assets, id),
  },
] as const satisfies { method: string; path: string; target: (request: PageRequest) => Promise<void> }[];

/**
 * Returns the handler of the shopper's pages. A failure is a page too, under the status of the API's answer.
 */
function createShopperPages(page: PageDeps): Handler {
  const find = createRouting(PAGES.map((one) => ({ ...one, target: one })));
  let reading: Promise<Assets> | undefined;
  return async (ctx) => {
    const assets = await (reading ??= readAssets());
    try {
      const found = find(ctx.method, ctx.path);
      if (found === null) return refused('not_found');
      if (found.target === null) {
        ctx.set('allow', found.allowed.join(', '));
        return refused('method_not_allowed');
      }
      const { target, path } = found.target;
      ctx.state.record.route = path;
      requireSameOrigin(ctx, page.deps.config);
      await limitPage(ctx, page);
      await target({ ctx, page, assets, id: found.params['id'] ?? '' });
    } catch (error) {
      answerError(ctx, error, page.log);
      showProblem(ctx, assets);
    }
  };
}

import {
  checkoutView,
  payableOnTerminal,
  pendingOnTerminals,
  terminalSign,
} from '../../../store/checkouts.ts';
import type { CheckoutView } from '../../../store/checkouts.ts';
import { refused, valueOf } from '../../answers.ts';
import type { KoaContext } from '../../pipeline/context.ts';
import type { ApiDeps } from '../../route.ts';
import { isId } from '../../shapes/fields.ts';
import { readWait } from '../../shapes/wait.ts';
import type { Assets } from '../assets.ts';
import { languageOf } from '../language.ts';
import { answerPage } from '../page-deps.ts';
import type { PageDeps } from '../page-deps.ts';
import { setPageHeaders, setPartHeaders } from '../page-headers.ts';
import { qrSvg } from '../qr.ts';
import { terminalPageText } from './terminal-html.ts';

/** A request for the page of a terminal. */
export interface TerminalRequest {
  readonly ctx: KoaContext;
  readonly page: PageDeps;
  readonly assets: Assets;
  /** The terminal's id, not judged. */
  readonly id: string;
}

/**
 * Answers `GET /t/{terminal_id}`: the terminal's cart, or that none waits. The query `last` names the cart
 * that was shown before: the page then says that it was paid. Refused: `terminal not found`.
 */
export async function showTerminal(request: TerminalRequest): Promise<void> {
  const { ctx, page, assets, id } = request;
  const sign = await requireSign(request);
  const pending = await pendingOn(page.deps, id);
  const cart = await cartOn(page.deps, id);
  const last = cart === null ? await lastCart(request) : null;
  setPageHeaders(ctx);
  const language = languageOf(ctx);
  answerPage(ctx, 200, terminalPageText({ id, ...sign, cart, last, pending, language, assets }));
}

/** Answers `GET /t/{terminal_id}/status?seen=&wait=` once another cart waits, or none. */
export async function showTerminalStatus(request: TerminalRequest): Promise<void> {
  const { ctx, page, id } = request;
  const waitMs = valueOf(readWait(ctx.query['wait']));
  await requireSign(request);
  const seen = String(ctx.query['seen'] ?? '');
  let pending = await pendingOn(page.deps, id);
  if (pending === seen) {
    await page.deps.terminalWait.untilChanged({ id, seen }, waitMs);
    pending = await pendingOn(page.deps, id);
  }
  setPartHeaders(ctx);
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = JSON.stringify({ screen: pending });
}

/** Answers `GET /t/{terminal_id}/qr.svg`: the address of the terminal's page, to print. */
export async function showTerminalQr(request: TerminalRequest): Promise<void> {
  const { ctx, page, id } = request;
  await requireSign(request);
  setPartHeaders(ctx);
  ctx.type = 'image/svg+xml';
  ctx.body = qrSvg(`${page.deps.config.PUBLIC_URL}/t/${id}`);
}

async function requireSign({ page, id }: TerminalRequest) {
  const sign = isId(id) ? await terminalSign(page.deps.database.pool, { terminalId: id }) : null;
  return sign ?? refused('terminal_not_found');
}

async function pendingOn({ database }: ApiDeps, id: string): Promise<string> {
  const [row] = await pendingOnTerminals(database.pool, { ids: [id] });
  return row?.pending ?? '';
}

/** Returns the cart that waits: a live one rather than one of the sandbox. */
async function cartOn({ database }: ApiDeps, terminalId: string): Promise<CheckoutView | null> {
  const live = await payableOnTerminal(database.pool, { terminalId, env: 'live' });
  return live ?? payableOnTerminal(database.pool, { terminalId, env: 'sandbox' });
}

async function lastCart({ ctx, page, id }: TerminalRequest): Promise<CheckoutView | null> {
  const last = String(ctx.query['last'] ?? '').split(' ')[0] ?? '';
  const view = isId(last) ? await checkoutView(page.deps.database.pool, { checkoutId: last }) : null;
  return view?.terminalId === id ? view : null;
}

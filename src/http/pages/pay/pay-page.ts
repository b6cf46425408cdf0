import type { CheckoutView } from '../../../store/checkouts.ts';
import { refused, valueOf } from '../../answers.ts';
import type { KoaContext } from '../../pipeline/context.ts';
import { payUrlOf } from '../../shapes/checkout.ts';
import { readWait } from '../../shapes/wait.ts';
import type { Assets } from '../assets.ts';
import { readForm } from '../form.ts';
import { languageOf } from '../language.ts';
import { problemOf } from '../layout.ts';
import { answerPage, isOfModule } from '../page-deps.ts';
import type { PageDeps } from '../page-deps.ts';
import { setPageHeaders, setPartHeaders } from '../page-headers.ts';
import { qrSvg } from '../qr.ts';
import { clearSessionCookie, readSessionCookie } from '../session-cookie.ts';
import { carryOut, readSentCode } from './pay-acts.ts';
import { payPageText } from './pay-html.ts';
import { findCheckout, findVisitor, readCashback, readShopper, screenOf } from './pay-view.ts';

/** A request for a pay page. */
export interface PayRequest {
  readonly ctx: KoaContext;
  readonly page: PageDeps;
  readonly assets: Assets;
  /** The checkout's id, not judged. */
  readonly id: string;
}

/** Answers `GET /pay/{checkout_id}`. Refused: `checkout not found`. */
export async function showPay(request: PayRequest): Promise<void> {
  await answerWith(request, await requireCheckout(request), null);
}

/**
 * Answers a press of a button. The page then shows itself anew, so that a reload presses nothing again. A
 * refusal stands in the page; its status is that of the API's answer.
 */
export async function pressPay(request: PayRequest): Promise<void> {
  const { ctx, page } = request;
  const form = await readForm(ctx.req);
  const view = await requireCheckout(request);
  const refusal = await carryOut({ ctx, page, view, form });
  if (refusal === null) return isOfModule(ctx) ? answerModule(ctx, 200, { ok: true }) : showAnew(ctx, view);
  const { status, body } = refusal;
  const reason = String(body['error']);
  ctx.state.record.reason = reason;
  if (reason === 'invalid or expired session') clearSessionCookie(ctx, page.deps.config);
  const fresh = await requireCheckout(request);
  if (!isOfModule(ctx)) return answerWith(request, fresh, { status, reason });
  const { problem } = problemOf(reason);
  // Another screen tells more than the refusal: somebody else has paid, the sign-in has ended.
  const isOver = status === 401 && problem === 'session';
  const reload = isOver || fresh.status !== view.status || !fresh.payable;
  answerModule(ctx, status, { error: reason, message: languageOf(ctx).texts.problems[problem], reload });
}

/** Answers `GET /pay/{checkout_id}/status?seen=&wait=` with the screen, once it is no longer the one seen. */
export async function showPayStatus(request: PayRequest): Promise<void> {
  const { ctx, page } = request;
  const waitMs = valueOf(readWait(ctx.query['wait']));
  const visitor = await findVisitor(page.deps, readSessionCookie(ctx, page.deps.config));
  const userId = visitor?.userId ?? null;
  let view = await requireCheckout(request);
  if (screenOf(view, userId) === ctx.query['seen']) {
    const left = view.payable ? view.expiresAt.getTime() - view.now.getTime() : Infinity;
    const seen = { id: view.id, seen: view.status };
    await page.deps.checkoutWait.untilChanged(seen, Math.min(waitMs, Math.max(left, 1)));
    view = await requireCheckout(request);
  }
  setPartHeaders(ctx);
  const leftMs = Math.max(0, view.expiresAt.getTime() - view.now.getTime());
  answerModule(ctx, 200, { screen: screenOf(view, userId), left_ms: leftMs });
}

/** Answers `GET /pay/{checkout_id}/qr.svg`. Refused: `checkout not found`. */
export async function showPayQr(request: PayRequest): Promise<void> {
  const { ctx, page } = request;
  const { id } = await requireCheckout(request);
  setPartHeaders(ctx);
  ctx.type = 'image/svg+xml';
  ctx.body = qrSvg(payUrlOf(id, page.deps.config.PUBLIC_URL));
}

async function requireCheckout({ ctx, page, id }: PayRequest): Promise<CheckoutView> {
  const view = await findCheckout(page.deps, id);
  if (view === null) return refused('checkout_not_found');
  ctx.state.record.env = view.env;
  return view;
}

/** Shows the checkout as the visitor sees it now. */
async function answerWith(
  { ctx, page, assets }: PayRequest,
  view: CheckoutView,
  refusal: { readonly status: number; readonly reason: string } | null,
): Promise<void> {
  const { deps } = page;
  const token = readSessionCookie(ctx, deps.config);
  const isOver = refusal?.reason === 'invalid or expired session';
  const visitor = isOver ? null : await findVisitor(deps, token);
  if (token !== undefined && visitor === null) clearSessionCookie(ctx, deps.config);
  const [shopper, cashback] = await Promise.all([
    visitor === null ? null : readShopper(deps, visitor, view),
    readCashback(deps, view, visitor?.userId ?? null),
  ]);
  setPageHeaders(ctx);
  const text = payPageText({
    view,
    screen: screenOf(view, shopper?.userId ?? null),
    shopper,
    codeSentTo: shopper === null ? (readSentCode(ctx, page)?.email ?? null) : null,
    cashback,
    problem: refusal === null ? null : problemOf(refusal.reason),
    pressId: deps.newId(),
    language: languageOf(ctx),
    assets,
  });
  answerPage(ctx, refusal?.status ?? 200, text);
}

function showAnew(ctx: KoaContext, { id }: CheckoutView): void {
  ctx.status = 303;
  ctx.set('location', `/pay/${id}`);
  ctx.body = '';
}

function answerModule(ctx: KoaContext, status: number, body: object): void {
  ctx.status = status;
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = JSON.stringify(body);
}

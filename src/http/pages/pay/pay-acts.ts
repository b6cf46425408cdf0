import type { CheckoutView } from '../../../store/checkouts.ts';
import type { KoaContext } from '../../pipeline/context.ts';
import { refused } from '../../answers.ts';
import type { ApiAnswer, ApiRequest } from '../api-call.ts';
import type { PageDeps } from '../page-deps.ts';
import {
  clearSessionCookie,
  readCookie,
  readSessionCookie,
  setCookie,
  setSessionCookie,
} from '../session-cookie.ts';
import type { PayAct } from './pay-html.ts';
import { findVisitor, readShopper } from './pay-view.ts';

/** The life of a mailed code, in milliseconds. Its challenge is kept as long. */
const CODE_LIFE_MS = 10 * 60 * 1000;
/** The most that one top-up of a sandbox wallet takes, in minor units. */
const LARGEST_TOPUP = 10 ** 12;

/** A press of a button on a pay page. */
export interface Press {
  readonly ctx: KoaContext;
  readonly page: PageDeps;
  readonly view: CheckoutView;
  readonly form: URLSearchParams;
}

/** The address that the newest code was sent to, with the challenge that the code answers. */
export interface SentCode {
  readonly email: string;
  readonly challenge: string;
}

/** Carries out a press. Returns the API's refusal, or null when all went well. */
export async function carryOut(press: Press): Promise<ApiAnswer | null> {
  const act = press.form.get('act') as PayAct;
  if (!Object.hasOwn(ACTS, act)) return refused('bad_request');
  const answer = await ACTS[act](press);
  return answer === null || answer.status === 200 ? null : answer;
}

/** Returns the code that was sent to this browser, or null. */
export function readSentCode(ctx: KoaContext, { deps }: PageDeps): SentCode | null {
  const kept = readCookie(ctx, deps.config, 'challenge') ?? '';
  const [email, challenge] = kept.split('.').map((part) => Buffer.from(part, 'base64url').toString('utf8'));
  return email && challenge ? { email, challenge } : null;
}

const ACTS: Readonly<Record<PayAct, (press: Press) => Promise<ApiAnswer | null>>> = {
  async code({ ctx, page, form }) {
    const email = form.get('email')?.trim() ?? '';
    const answer = await page.callApi(ctx, { method: 'POST', path: '/auth/otp/request', body: { email } });
    const { challenge } = answer.body;
    if (typeof challenge === 'string') keepSentCode(ctx, page, { email, challenge });
    return answer;
  },

  async 'sign-in'({ ctx, page, view, form }) {
    const sent = readSentCode(ctx, page);
    if (sent === null) return { status: 401, body: { error: 'invalid or expired code' } };
    const body = { ...sent, code: form.get('code')?.trim() ?? '' };
    const answer = await page.callApi(ctx, { method: 'POST', path: '/auth/otp/verify', body });
    const { session_token: token, env } = answer.body;
    if (typeof token !== 'string') return answer;
    keepSentCode(ctx, page, null);
    setSessionCookie(ctx, page.deps.config, token);
    // Where the checkout's environment is not open to the visitor, the page says so beside the sign-in.
    if (env !== view.env) await switchMode({ ctx, page, view, token });
    return answer;
  },

  async restart({ ctx, page }) {
    keepSentCode(ctx, page, null);
    return null;
  },

  async 'sign-out'(press) {
    const answer = await callAsShopper(press, { method: 'POST', path: '/auth/signout' });
    if (answer.status === 200) clearSessionCookie(press.ctx, press.page.deps.config);
    return answer;
  },

  // No idempotency key: the same shopper's second press gets the same charge, and a kept refusal would
  // outlive its cause.
  pay: (press) => callAsShopper(press, { method: 'POST', path: `/checkouts/${press.view.id}/authorize` }),

  async funds(press) {
    const { ctx, page, view, form } = press;
    const visitor = await findVisitor(page.deps, readSessionCookie(ctx, page.deps.config));
    const available = visitor === null ? 0 : (await readShopper(page.deps, visitor, view)).available;
    const missing = view.total > available ? view.total - available : view.total;
    const body = { amount_minor: Math.min(Math.max(missing, 1), LARGEST_TOPUP), currency: view.currency };
    const idempotencyKey = form.get('press')?.slice(0, 255) || undefined;
    return callAsShopper(press, { method: 'POST', path: '/sandbox/wallet/topup', body, idempotencyKey });
  },

  country: (press) =>
    callAsShopper(press, {
      method: 'PATCH',
      path: '/me',
      body: { country_code: press.form.get('country') ?? '' },
    }),

  mode: ({ ctx, page, view }) =>
    switchMode({ ctx, page, view, token: readSessionCookie(ctx, page.deps.config) }),
};

function callAsShopper({ ctx, page }: Press, request: ApiRequest): Promise<ApiAnswer> {
  return page.callApi(ctx, { ...request, token: readSessionCookie(ctx, page.deps.config) });
}

/** Gets a session for the checkout's environment: the visitor pays as a consumer. */
async function switchMode({
  ctx,
  page,
  view,
  token,
}: Omit<Press, 'form'> & { readonly token: string | undefined }): Promise<ApiAnswer> {
  const body = { env: view.env };
  const answer = await page.callApi(ctx, { method: 'POST', path: '/auth/mode', body, token });
  const { session_token: fresh } = answer.body;
  if (typeof fresh === 'string') setSessionCookie(ctx, page.deps.config, fresh);
  return answer;
}

function keepSentCode(ctx: KoaContext, { deps }: PageDeps, sent: SentCode | null): void {
  const parts = sent === null ? [] : [sent.email, sent.challenge];
  const value = parts.map((part) => Buffer.from(part).toString('base64url')).join('.');
  setCookie(ctx, deps.config, { name: 'challenge', value, lifeMs: sent === null ? 0 : CODE_LIFE_MS });
}

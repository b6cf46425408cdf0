import createClient from 'openapi-fetch';
import type { components, paths } from '../../sdk/types.ts';

type Schemas = components['schemas'];
export type Sale = Schemas['Sale'];
export type SaleDetail = Schemas['SaleDetail'];
export type Timeline = Schemas['Timeline'];
export type Delivery = Schemas['Delivery'];
export type Payout = Schemas['Payout'];
export type Counterparty = Schemas['Counterparty'];
export type Terminal = Schemas['Terminal'];
export type Member = Schemas['Member'];
export type Invite = Schemas['Invite'];
export type ApiKey = Schemas['ApiKey'];
export type AuditEntry = Schemas['AuditEntry'];
export type LoggedRequest = Schemas['LoggedRequest'];
export type Org = Schemas['OrganizationOfUser'];
export type Environment = 'sandbox' | 'live';

/** The environment of the session, and of what the page shows. */
const SESSION_ENV = 'x-session-env';
/** Sign-in and the switch decide the environment: they expect none. */
const DECIDES_ENV = '/auth/';

type Listener = () => void;
let shown: Environment | null = null;
const listeners = new Set<Listener>();

/** The environment that the page shows. Null before the first answer of a session. */
export const shownEnvironment = {
  get: (): Environment | null => shown,
  set(env: Environment | null): void {
    if (env === shown) return;
    shown = env;
    for (const listener of listeners) listener();
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The calls of the API, through the door that takes the page's cookie. */
export const api = createClient<paths, 'application/json'>({
  baseUrl: '/console/api',
  fetch: (request) => fetch(request),
});

api.use({
  onRequest({ request, schemaPath }) {
    if (shown !== null && !schemaPath.startsWith(DECIDES_ENV)) request.headers.set(SESSION_ENV, shown);
    return request;
  },
  onResponse({ response }) {
    const env = response.headers.get(SESSION_ENV);
    if (env === 'sandbox' || env === 'live') shownEnvironment.set(env);
  },
});

/** A refusal of the API: `error` as the contract has it, and what the answer says about it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(typeof body['error'] === 'string' ? body['error'] : `status ${status}`);
    this.status = status;
    this.body = body;
  }

  /** The exact cause, or null. */
  get detail(): string | null {
    const { detail } = this.body;
    return typeof detail === 'string' ? detail : null;
  }
}

/** True for a failure that ends by itself: the service is away, slow or overloaded. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Refusal)) return true;
  return error.status >= 500 || error.status === 429 || error.message === 'request in progress';
}

interface Answered<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** Returns the body of a successful answer. Throws a `Refusal` for every other answer. */
export async function bodyOf<T>(call: Promise<Answered<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok && data !== undefined) return data;
  const body = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {};
  throw new Refusal(response.status, body);
}

/** A new idempotency key. `randomUUID` exists on https and localhost only. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

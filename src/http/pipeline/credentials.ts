import { digestOf, equalSecrets, isApiKey, isSessionToken } from '../../security/secrets.ts';
import { findApiKey, findSession, touchApiKey } from '../../store/credentials.ts';
import { touchSignIn } from '../../store/sign-ins.ts';
import { operatorsOf } from '../../domain/operators.ts';
import type { Config } from '../../config.ts';
import type { Refusal } from '../../domain/outcome.ts';
import type { Caller, Credential, KeyCaller, OperatorCaller, SessionCaller } from '../access/caller.ts';
import { refused } from '../answers.ts';
import type { ApiDeps } from '../route.ts';
import type { RoutedRequest } from './context.ts';
import { limitGuesses, limitLookups } from './limits.ts';

/** The credentials that cost a statement. The others are compared with settings. */
const LOOKED_UP: ReadonlySet<Credential> = new Set<Credential>(['api_key', 'session', 'api_key_or_session']);
/** Hints for a credential of the wrong kind, or in the wrong header. Source: contract, section 20. */
const NEEDS_KEY = 'This route needs an API key in the header x-api-key. A session does not open it.';
const NEEDS_SESSION =
  'This route needs a session: authorization: Bearer <session_token>. An API key does not open it.';
const SESSION_AS_KEY = 'This is a session token. Send it as authorization: Bearer <session_token>.';
const KEY_AS_SESSION = 'This is an API key. Send it in the header x-api-key, to a route that takes keys.';
const EITHER = { hint: 'Send an API key in x-api-key, or authorization: Bearer <session_token>.' };

type Help = Refusal['details'];
const hintIf = (holds: boolean, hint: string): Help => (holds ? { hint } : undefined);

const BEARER = /^Bearer (\S+)$/i;

/**
 * Checks the credential that the route declares, and returns its caller. Nothing is cached: a revoked key or
 * an ended session fails its next request. If a request has both, the key decides. Refused: the 401 of the
 * credential. Source: contract, sections 3 and 14.
 */
export async function requireCaller(request: RoutedRequest): Promise<Caller> {
  const { ctx, route } = request;
  if (route.credential === 'none') return null;
  const sent = `${ctx.get('x-api-key')} ${ctx.get('authorization')}`;
  const caller = await (LOOKED_UP.has(route.credential)
    ? limitLookups(request, sent, () => identify(request))
    : limitGuesses(request, () => identify(request)));
  if (caller === null) return null;
  const { record } = request;
  record.credential = caller.kind;
  record.env = caller.env;
  record.credentialId = credentialId(caller);
  if (caller.kind === 'api_key') record.orgId = caller.orgId;
  return caller;
}

function credentialId(caller: Exclude<Caller, null>): string {
  switch (caller.kind) {
    case 'api_key':
      return caller.keyId;
    case 'session':
      return caller.userId;
    case 'operator':
      return caller.name;
  }
}

async function identify({ route, ctx, deps }: RoutedRequest): Promise<Caller> {
  const [key, bearer] = [ctx.get('x-api-key'), ctx.get('authorization')];
  switch (route.credential) {
    case 'none':
      return null;
    case 'api_key':
      if (key !== '') return callerOfKey(key, deps);
      return refused('missing_api_key', undefined, hintIf(bearer !== '', NEEDS_KEY));
    case 'session':
      return callerOfSession(bearer, deps, hintIf(bearer === '' && key !== '', NEEDS_SESSION));
    case 'api_key_or_session':
      if (key !== '') return callerOfKey(key, deps);
      return bearer === '' ? refused('missing_api_key', undefined, EITHER) : callerOfSession(bearer, deps);
    case 'verification_partner':
    case 'bank_partner':
      return null; // `requireSignature` checks it after the signed body has been read.
    case 'operator':
      return callerOfOperator(ctx.get('x-operator-token'), deps.config);
  }
}

/** Compares the token with every operator's: the time does not reveal which of them it resembles. */
function callerOfOperator(token: string, config: Config): OperatorCaller {
  const [found] = operatorsOf(config).filter((operator) => equalSecrets(token, operator.token));
  if (found === undefined) return refused('invalid_operator_token');
  return { kind: 'operator', name: found.name, role: found.role, env: null };
}

async function callerOfKey(key: string, { database }: ApiDeps): Promise<KeyCaller> {
  const row = isApiKey(key) ? await findApiKey(database.pool, { digest: digestOf(key) }) : null;
  if (row === null) return refused('invalid_api_key', undefined, hintIf(isSessionToken(key), SESSION_AS_KEY));
  if (row.stale) await touchApiKey(database.pool, { keyId: row.id });
  const { id: keyId, orgId, env, scopes, allowedAddresses } = row;
  return { kind: 'api_key', keyId, orgId, env, scopes, allowedAddresses };
}

async function callerOfSession(
  header: string | null,
  { database }: ApiDeps,
  help?: Help,
): Promise<SessionCaller> {
  const token = BEARER.exec(header ?? '')?.[1] ?? '';
  const row = isSessionToken(token)
    ? await findSession(database.pool, { tokenDigest: digestOf(token) })
    : null;
  if (row === null) {
    const mixedUp = hintIf(isApiKey(token), KEY_AS_SESSION);
    return refused('invalid_session', undefined, help ?? mixedUp);
  }
  const { id: sessionId, stale, ...session } = row;
  if (stale) await touchSignIn(database.pool, row);
  return { kind: 'session', sessionId, ...session };
}

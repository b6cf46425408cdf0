import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config.ts';
import { isSignedCallback, SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../partner-signature.ts';
import { digestOf, equalSecrets, isApiKey, isSessionToken } from '../../secrets.ts';
import { findApiKey, findSession, touchApiKey } from '../../store/credentials.ts';
import { refused } from '../answers.ts';
import type { ApiDeps } from '../route.ts';
import type { Caller, Credential, KeyCaller, SessionCaller } from '../access/caller.ts';

const BEARER = /^Bearer (\S+)$/i;

/**
 * Who is calling, by the credential that the route demands. Nothing is cached: a revoked key or ended session
 * fails its next request. Where key and session may both call, the key decides. Source: contract, sections 3 and 14.
 */
export async function identify(credential: Credential, headers: IncomingHttpHeaders, deps: ApiDeps): Promise<Caller> {
  const key = single(headers['x-api-key']);
  const bearer = single(headers['authorization']);
  switch (credential) {
    case 'none':
      return null;
    case 'api_key':
      return key === null ? refused('missing_api_key') : callerOfKey(key, deps);
    case 'session':
      return callerOfSession(bearer, deps);
    case 'api_key_or_session':
      if (key !== null) return callerOfKey(key, deps);
      return bearer === null ? refused('missing_api_key') : callerOfSession(bearer, deps);
    case 'verification_partner':
    case 'bank_partner':
      return null; // Judged by `requireSignature`, once the bytes that are signed have been read.
    case 'operator':
      return equalSecrets(single(headers['x-operator-token']) ?? '', deps.config.OPERATOR_TOKEN) ? null : refused('invalid_operator_token');
  }
}

/**
 * Whether a callback comes from the partner that the route is for, by the signature over its bytes.
 * Refused: `invalid signature` for one that is missing, wrong, or older than five minutes. Source: contract, section 10.
 */
export function requireSignature(
  credential: Credential,
  headers: IncomingHttpHeaders,
  { config, body }: { config: Config; body: Buffer },
): void {
  if (credential !== 'verification_partner' && credential !== 'bank_partner') return;
  const secret = credential === 'bank_partner' ? config.BANK_SECRET : config.VERIFICATION_SECRET;
  const timestamp = single(headers[TIMESTAMP_HEADER]) ?? '';
  const signature = single(headers[SIGNATURE_HEADER]) ?? '';
  if (!isSignedCallback(secret, { timestamp, signature, body }, new Date())) refused('invalid_signature');
}

async function callerOfKey(key: string, { database }: ApiDeps): Promise<KeyCaller> {
  const row = isApiKey(key) ? await findApiKey(database.pool, [digestOf(key)]) : null;
  if (row === null) return refused('invalid_api_key');
  if (row.stale) await touchApiKey(database.pool, [row.id]);
  return { kind: 'api_key', keyId: row.id, orgId: row.org_id, env: row.env };
}

async function callerOfSession(header: string | null, { database }: ApiDeps): Promise<SessionCaller> {
  const token = BEARER.exec(header ?? '')?.[1] ?? '';
  const row = isSessionToken(token) ? await findSession(database.pool, [digestOf(token)]) : null;
  if (row === null) return refused('invalid_session');
  return {
    kind: 'session',
    sessionId: row.id,
    userId: row.user_id,
    env: row.env,
    activeOrgId: row.active_org_id,
    expiresAt: row.expires_at,
  };
}

function single(header: string | string[] | undefined): string | null {
  const value = Array.isArray(header) ? header[0] : header;
  return value === undefined || value === '' ? null : value;
}

import type { PartnerContext, PartnerReply, PartnerSimulator } from './partners.ts';

/** The registered name of each account, as set by `POST /payee-names/holders`. */
type Holders = Map<string, string>;

/**
 * Creates the register of account holders.
 *
 * `POST /payee-names/lookups {account_kind, account}` answers `{registered_name}`, or 404 for an unknown
 * account. The register starts empty. `POST /payee-names/holders {account, registered_name}` adds a name. The
 * name `unavailable` makes lookups of that account answer 503.
 */
export function createPayeeNames(_context: PartnerContext): PartnerSimulator {
  const holders: Holders = new Map();
  return {
    answer({ method, path, body, isTrusted }): PartnerReply {
      if (method !== 'POST') return { status: 404, json: { error: 'not found' } };
      const account = String(body['account'] ?? '');
      if (path === '/holders') {
        holders.set(account, String(body['registered_name'] ?? ''));
        return { status: 200, json: { ok: true } };
      }
      if (path !== '/lookups') return { status: 404, json: { error: 'not found' } };
      if (!isTrusted) return { status: 401, json: { error: 'unknown token' } };
      const name = holders.get(account);
      if (name === undefined) return { status: 404, json: { error: 'unknown account' } };
      return name === 'unavailable'
        ? { status: 503, json: { error: 'unavailable' } }
        : { status: 200, json: { registered_name: name } };
    },
    stop: () => Promise.resolve(),
  };
}

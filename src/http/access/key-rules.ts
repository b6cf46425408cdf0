import { requireScope } from '../../domain/api-key.ts';
import { isInNetworks } from '../../security/networks.ts';
import { refused, valueOf } from '../answers.ts';
import { scopesOf } from './access.ts';
import type { Access } from './access.ts';
import type { Caller } from './caller.ts';

/** The check of a key's own limits for one request. */
export interface KeyCheck {
  /**
   * Checks the address and the scopes of the caller's key; sessions pass. Routes call it where they check a
   * member's role: after 404 and the environment, before validation. Refused: `address not allowed`, `key
   * scope required: <scope>`. Source: contract, section 16.
   */
  requireKey(): void;
  /**
   * Throws if the route has answered a key without the check: its declaration has a scope, and its handler
   * forgets it.
   */
  expectChecked(): void;
}

/** Makes the check of one request's key. */
export function keyCheckOf({
  caller,
  address,
  route,
}: {
  readonly caller: Caller;
  readonly address: string;
  readonly route: { readonly id: string; readonly access: Access };
}): KeyCheck {
  const key = caller?.kind === 'api_key' ? caller : null;
  let isChecked = key === null;
  return {
    requireKey() {
      isChecked = true;
      if (key === null) return;
      const { allowedAddresses, scopes } = key;
      if (allowedAddresses !== null && !isInNetworks(address, allowedAddresses))
        refused('address_not_allowed');
      valueOf(requireScope(scopes, scopesOf(route.access)));
    },
    expectChecked() {
      if (!isChecked) throw new Error(`${route.id} answers a key without a check of its scopes`);
    },
  };
}

import { Migration } from '@mikro-orm/migrations';

/** API keys with scopes, an expiry and the networks that may use them. */
export class Keys extends Migration {
  override up(): void {
    this.addSql(KEYS);
  }
}

const KEYS = `
alter table api_keys
  -- Null: every scope, also those of later versions.
  add column scopes text[] check (cardinality(scopes) > 0 and
    scopes <@ array['checkouts', 'charges', 'returns', 'payouts', 'reports', 'sandbox']),
  -- In real time. Null: the key does not expire.
  add column expires_at timestamptz(3),
  -- Null: callers of every address.
  add column allowed_addresses cidr[] check (cardinality(allowed_addresses) between 1 and 100);
`;

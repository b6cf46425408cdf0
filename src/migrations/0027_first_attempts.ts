import { Migration } from '@mikro-orm/migrations';

/** First attempts of webhooks without a workflow: the lease of their sender, and the index of its sweep. */
export class FirstAttempts extends Migration {
  override up(): void {
    this.addSql(LEASE);
    this.addSql(INDEX);
  }
}

/** In real time. Until then the sender may be under way, and no workflow takes its attempt for interrupted. */
const LEASE = `alter table delivery_attempts add column leased_until timestamptz(3)`;

/** It leaves out the number of attempts, so that claiming a first attempt changes no indexed value. */
const INDEX = `
drop index deliveries_not_begun;
create index deliveries_first_attempt on deliveries (org_id, recorded_at, id)
  where status = 'PENDING' and next_attempt_at is null;
`;

import { Migration } from '@mikro-orm/migrations';

/** What belongs to an org and an environment refers only to what belongs to the same ones. */
export class References extends Migration {
  override up(): void {
    this.addSql(REFERENCES);
  }
}

const REFERENCES = `
-- A body that tells of a return is of the charge that was returned.
alter table returns add unique (id, charge_id, org_id, env);
alter table events drop constraint events_return_id_fkey;
alter table events add foreign key (return_id, charge_id, org_id, env) references returns (id, charge_id, org_id, env);

-- A return's journal is of its charge too.
alter table journals add unique (id, charge_id, org_id, env);
alter table returns drop constraint returns_journal_id_fkey;
alter table returns add foreign key (journal_id, charge_id, org_id, env) references journals (id, charge_id, org_id, env);

alter table counterparties add unique (id, org_id, env);
alter table screening_cases drop constraint screening_cases_counterparty_id_fkey;
alter table screening_cases add foreign key (counterparty_id, org_id, env) references counterparties (id, org_id, env);

alter table deliveries add unique (id, org_id);
alter table webhooks drop constraint webhooks_failing_delivery_id_fkey;
alter table webhooks add foreign key (failing_delivery_id, org_id) references deliveries (id, org_id);
`;

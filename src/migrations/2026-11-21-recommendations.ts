import { Migration } from '@mikro-orm/migrations';

/** What shoppers recommend, as they asked for it: their workflow is told the row's id and nothing else. */
export class Recommendations extends Migration {
  override up(): void {
    this.addSql(REQUESTS);
  }
}

const REQUESTS = `
-- What the shopper asked for. It never changes; an entry of the buy-list is what became of it.
create table recommendation_requests (
  id uuid primary key,
  user_id uuid not null references users,
  env environment not null,
  merchant_id uuid not null references orgs,
  product_id text not null,
  display_name text,
  recorded_at timestamptz(3) not null default clock_timestamp()
);
create trigger append_only before update or delete on recommendation_requests for each row execute function refuse_change();
create trigger never_truncated before truncate on recommendation_requests execute function refuse_change();
`;

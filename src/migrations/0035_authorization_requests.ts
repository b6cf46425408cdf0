import { Migration } from '@mikro-orm/migrations';

/** What a shopper asks for when they authorize: Temporal's histories hold only its id. */
export class AuthorizationRequests extends Migration {
  override up(): void {
    this.addSql(REQUESTS);
  }
}

const REQUESTS = `
-- Written once, before the command, and deleted after a day: a command is carried out within seconds, or never.
create table authorization_requests (
  -- The command's id, which the new charge also gets.
  id uuid primary key,
  consumer_id uuid not null,
  -- The recommender by product, as the shopper's app reports it.
  attribution json not null,
  recorded_at timestamptz(3) not null default clock_timestamp()
);
create index authorization_requests_by_age on authorization_requests (recorded_at);
`;

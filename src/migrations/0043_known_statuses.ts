import { Migration } from '@mikro-orm/migrations';

/**
 * The number of statuses and events by which lists are filtered. PostgreSQL guesses it from a sample of the
 * rows. Where almost all have one status it guesses one. It then believes that the filter removes nothing, and
 * reads a shopper's whole history for the few rows of a rare status.
 */
export class KnownStatuses extends Migration {
  override up(): void {
    this.addSql(COUNTS);
    this.addSql('analyze awards, checkouts, deliveries');
  }
}

const COUNTS = `
alter table awards alter column status set (n_distinct = 4);
alter table checkouts alter column status set (n_distinct = 6);
alter table deliveries
  alter column status set (n_distinct = 4),
  alter column event set (n_distinct = 4);
`;

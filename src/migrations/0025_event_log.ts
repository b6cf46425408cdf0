import { Migration } from '@mikro-orm/migrations';

/** The order of the event log: by transaction, so that a reader who follows it misses no late commit. */
export class EventLog extends Migration {
  override up(): void {
    this.addSql('create index events_log on events (org_id, env, written_by, id)');
  }
}

import { Migration } from '@mikro-orm/migrations';

/** The request log shows the hint that the answer gave. */
export class Hints extends Migration {
  override up(): void {
    this.addSql('alter table request_log add column hint text');
  }
}

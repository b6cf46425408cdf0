import { Migration } from '@mikro-orm/migrations';

/** Whether a banking partner serves a country is unsaid until the operator or the configuration says it. */
export class Countries extends Migration {
  override up(): void {
    this.addSql(COUNTRIES);
  }
}

const COUNTRIES = `
alter table countries alter live_partner drop not null, alter live_partner drop default;
`;

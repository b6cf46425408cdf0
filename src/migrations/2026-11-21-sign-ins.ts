import { Migration } from '@mikro-orm/migrations';

/** Sessions know the sign-in that they come from, to end with it. */
export class SignIns extends Migration {
  override up(): void {
    this.addSql(SIGN_INS);
  }
}

const SIGN_INS = `
-- The session that the sign-in made: the row itself, or the one that a change of mode went on from. They last equally long.
alter table sessions add sign_in_id uuid;
update sessions set sign_in_id = id;
alter table sessions alter sign_in_id set not null;
alter table sessions add unique (id, user_id);
alter table sessions add foreign key (sign_in_id, user_id) references sessions (id, user_id) on delete cascade;
create index sessions_by_sign_in on sessions (sign_in_id);
`;

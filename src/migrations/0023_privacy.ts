import { Migration } from '@mikro-orm/migrations';

/** Personal data in rows of their own, which can be deleted while the books stay; and users who were erased. */
export class Privacy extends Migration {
  override up(): void {
    for (const part of [ADDRESSES, ERASURE, INVITES, EXPORT]) this.addSql(part);
  }
}

/**
 * A cart never changes, because the books refer to it. Its shipping address is personal data with a period.
 * The lock keeps out carts that would be written between the copy and the drop.
 */
const ADDRESSES = `
create table cart_addresses (
  cart_id uuid primary key references carts,
  shipping json not null,
  recorded_at timestamptz(3) not null default clock_timestamp(),
  -- The sweep has found a charge on the cart. Only such an address is kept for the whole period.
  is_paid boolean not null default false
);
create index cart_addresses_by_age on cart_addresses (recorded_at);
create index cart_addresses_unpaid on cart_addresses (recorded_at) where not is_paid;
create trigger never_changed before update of cart_id, shipping, recorded_at on cart_addresses
  for each row execute function refuse_change();

lock table carts in share row exclusive mode;
insert into cart_addresses (cart_id, shipping, recorded_at)
  select id, shipping, recorded_at from carts where shipping is not null;
alter table carts drop column shipping;
`;

/**
 * The trigger waits for an erasure that holds the user's row, and then drops the new row: otherwise a token or
 * a membership that is made at the same moment would outlive the erasure.
 */
const ERASURE = `
alter table users add column erased_at timestamptz(3);
alter table users add constraint an_erased_user_has_no_name check (
  erased_at is null or (email = 'erased+' || id::text || '@erased.invalid' and first_name = '' and last_name = ''));

create function drop_for_erased_user() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id and erased_at is null for key share;
  if found then return new; end if;
  return null;
end $$;
create trigger drop_for_erased_user before insert on sessions
  for each row execute function drop_for_erased_user();
create trigger drop_for_erased_user before insert on members
  for each row execute function drop_for_erased_user();
`;

const INVITES = `
-- An ended invite records which role was granted or withheld, so only its address may change, to a pseudonym.
create or replace function keep_ended_invite() returns trigger language plpgsql as $$
begin
  if old.status <> 'PENDING' and not (
    new.email like 'erased+%@erased.invalid' and to_jsonb(new) - 'email' = to_jsonb(old) - 'email')
  then
    raise exception 'invite % has ended as %', old.id, old.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create index invites_with_address on invites (ended_at)
  where status <> 'PENDING' and email not like '%@erased.invalid';
`;

const EXPORT = `
create index org_events_by_user on org_events (actor_id, at desc, id desc) where actor_kind = 'user';
create index recommendation_requests_by_user on recommendation_requests (user_id, recorded_at desc, id desc);
`;

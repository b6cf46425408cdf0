import { Migration } from '@mikro-orm/migrations';

/** Withdrawn proposals of operators: none is ever approved, and its payout may have another proposal. */
export class WithdrawnProposals extends Migration {
  override up(): void {
    for (const part of [STATUS, MOVES, PAYOUTS]) this.addSql(part);
  }
}

const STATUS = `
alter table adjustments
  add column withdrawn_by text,
  add column withdrawn_at timestamptz(3),
  drop constraint adjustments_status_check,
  add constraint adjustments_status_check check (status in ('PROPOSED', 'APPROVED', 'WITHDRAWN')),
  add constraint adjustments_withdrawn check (
    num_nonnulls(withdrawn_by, withdrawn_at) = case when status = 'WITHDRAWN' then 2 else 0 end);
`;

const MOVES = `
drop trigger legal_moves on adjustments;
create trigger legal_moves before update of status on adjustments
  for each row execute function check_move('PROPOSED>APPROVED', 'PROPOSED>WITHDRAWN');

create or replace function keep_adjustment() returns trigger language plpgsql as $$
begin
  if old.status <> 'PROPOSED' or (old.org_id, old.user_id, old.env, old.currency, old.amount, old.case_id,
      old.payout_id, old.reason, old.proposed_by, old.proposed_at)
     is distinct from (new.org_id, new.user_id, new.env, new.currency, new.amount, new.case_id,
       new.payout_id, new.reason, new.proposed_by, new.proposed_at) then
    raise exception 'adjustment % may only be approved or withdrawn, once', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
`;

/** The index is partial: it serves queries that leave withdrawn proposals out. */
const PAYOUTS = `
drop index adjustments_one_a_payout;
create unique index adjustments_one_a_payout on adjustments (payout_id) where status <> 'WITHDRAWN';
`;

import type { Environment } from '../domain/environment.ts';
import type { AdjustmentStatus } from '../domain/suspense.ts';
import { journalAndEntries } from './fragments.ts';
import { PAGE_START } from './newest-first.ts';
import type { PageParams } from './newest-first.ts';
import { statement, statementOne } from './statement.ts';

/** A proposal to change the balance of an organization or of a shopper's wallet. One of both is null. */
export interface NewAdjustment {
  readonly adjustmentId: string;
  readonly orgId: string | null;
  readonly userId: string | null;
  readonly env: Environment;
  readonly currency: string;
  /** In minor units. Below 0: the party loses it. */
  readonly amount: number;
  /** The suspense case whose money it is. */
  readonly caseId: string | null;
  /** The payout that the bank never got. */
  readonly payoutId: string | null;
  readonly reason: string;
  /** The operator's name. */
  readonly proposedBy: string;
}

export interface AdjustmentRow extends Omit<NewAdjustment, 'adjustmentId'> {
  readonly id: string;
  readonly status: AdjustmentStatus;
  readonly proposedAt: Date;
  readonly approvedBy: string | null;
  readonly approvedAt: Date | null;
  readonly withdrawnBy: string | null;
  readonly withdrawnAt: Date | null;
}

const ROW = `id, org_id, user_id, env, currency, amount, case_id, payout_id, reason, status, proposed_by,
  proposed_at, approved_by, approved_at, withdrawn_by, withdrawn_at`;

/** Inserts a proposal. A repeat of the same call finds it. */
export const insertAdjustment = statement<NewAdjustment, never>(
  'insert_adjustment',
  `insert into adjustments (id, org_id, user_id, env, currency, amount, case_id, payout_id, reason, proposed_by)
   values (:adjustmentId, :orgId, :userId, :env, :currency, :amount, :caseId, :payoutId, :reason, :proposedBy)
   on conflict (id) do nothing`,
);

/** Finds a proposal without its lock: only what never changes may be used. */
export const findAdjustment = statementOne<{ adjustmentId: string }, AdjustmentRow>(
  'find_adjustment',
  `select ${ROW} from adjustments where id = :adjustmentId`,
);

/** Locks a proposal until the transaction ends. */
export const lockAdjustment = statementOne<{ adjustmentId: string }, AdjustmentRow>(
  'lock_adjustment',
  `select ${ROW} from adjustments where id = :adjustmentId for no key update`,
);

/** The proposal about a payout. Null if there is none, or it was withdrawn. */
export const findAdjustmentOfPayout = statementOne<{ payoutId: string }, AdjustmentRow>(
  'adjustment_of_payout',
  `select ${ROW} from adjustments where payout_id = :payoutId and status <> 'WITHDRAWN'`,
);

/** Approves a proposal. Returns null when it was approved or withdrawn before. */
export const approveAdjustment = statementOne<{ adjustmentId: string; approvedBy: string }, AdjustmentRow>(
  'approve_adjustment',
  `update adjustments set status = 'APPROVED', approved_by = :approvedBy, approved_at = clock_timestamp()
   where id = :adjustmentId and status = 'PROPOSED' returning ${ROW}`,
);

/** Withdraws a proposal. Returns null when it was approved or withdrawn before. */
export const withdrawAdjustment = statementOne<{ adjustmentId: string; withdrawnBy: string }, AdjustmentRow>(
  'withdraw_adjustment',
  `update adjustments set status = 'WITHDRAWN', withdrawn_by = :withdrawnBy, withdrawn_at = clock_timestamp()
   where id = :adjustmentId and status = 'PROPOSED' returning ${ROW}`,
);

/** The account of the party, as SQL that reads the adjustment as `s`. */
const PARTY = `account_of(s.env, s.currency, case when s.org_id is null then 'wallet' else 'merchant' end,
                  coalesce(s.org_id, s.user_id))`;
/** The account that the money comes from. */
const SOURCE = `account_of(s.env, s.currency,
                  case when s.case_id is null then 'adjustments' else 'suspense' end, null)`;

/** Posts the money of an adjustment, once. Its time is the organization's. */
export const postAdjustment = statementOne<{ adjustmentId: string; journalId: string }, { id: string }>(
  'post_adjustment',
  `with source as (select * from adjustments where id = :adjustmentId and payout_id is null),
     ${journalAndEntries({
       from: 'source',
       kind: `'adjustment'`,
       key: 's.id',
       columns: {
         org_id: 's.org_id',
         at: 'case when s.org_id is null then clock_timestamp() else org_now(s.org_id, s.env) end',
       },
       entries: [
         [PARTY, 's.amount'],
         [SOURCE, '-s.amount'],
       ],
     })}
   select id from journal`,
);

/** Adjustments, newest first. A null status selects all. */
export const listAdjustments = statement<PageParams & { status: AdjustmentStatus | null }, AdjustmentRow>(
  'list_adjustments',
  `select ${ROW} from adjustments
   where (:status::text is null or status = :status) and (proposed_at, id) < ${PAGE_START}
   order by proposed_at desc, id desc limit :limit`,
);

/** Reads a wallet's balance and available amount, in minor units. Call it after `lockWallet`. */
export const walletRoom = statementOne<{ walletId: string }, { balance: number; available: number }>(
  'wallet_room',
  'select balance, balance - held as available from accounts where id = :walletId',
);

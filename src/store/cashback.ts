import type { AwardKind, AwardStatus } from '../domain/cashback.ts';
import type { Environment } from '../domain/environment.ts';
import { statement } from './statement.ts';
import type { Queryable } from './statement.ts';

/** An award in a shopper's list. */
export interface CashbackRow {
  readonly id: string;
  readonly chargeId: string;
  readonly productId: string;
  readonly kind: AwardKind;
  readonly amount: number;
  readonly originalAmount: number;
  readonly currency: string;
  readonly status: AwardStatus;
  readonly pendingUntil: Date | null;
  readonly landedAt: Date | null;
  /** Insertion order. */
  readonly seq: number;
}

/** The place after every row. The newest page begins here. */
const NEWEST = String(2n ** 63n - 1n);

const COLUMNS = `
  id, charge_id, product_id, kind, amount, original_amount, currency, status, pending_until, landed_at, seq`;

/**
 * The constant limit is the size of the largest page: 200 rows and one. Without it the planner does not know
 * how few rows a page has, and plans again on every call.
 */
const page = (where: string): string => `
  select * from (
    select ${COLUMNS} from awards
    where beneficiary_id = :userId and env = :env and seq < :after::bigint ${where}
    order by seq desc limit 201) most
  order by seq desc limit :limit`;

type CashbackPage = Pick<CashbackQuery, 'userId' | 'env' | 'limit'> & { readonly after: string };

const listAll = statement<CashbackPage, CashbackRow>('list_cashback', page(''));

/**
 * A separate statement, so that it uses the index on the status. "Any status or this one" would filter all
 * awards.
 */
const listOfStatus = statement<CashbackPage & { readonly status: AwardStatus }, CashbackRow>(
  'list_cashback_of_status',
  page('and status = :status'),
);

export interface CashbackQuery {
  readonly userId: string;
  readonly env: Environment;
  readonly status: AwardStatus | null;
  /** The sequence of the last award before this page, or null for the newest. */
  readonly after: string | null;
  /** At most 201. */
  readonly limit: number;
}

/** A shopper's awards in one environment, newest first. */
export function listCashback(on: Queryable, { status, ...wanted }: CashbackQuery): Promise<CashbackRow[]> {
  const place = { ...wanted, after: wanted.after ?? NEWEST };
  return status === null ? listAll(on, place) : listOfStatus(on, { ...place, status });
}

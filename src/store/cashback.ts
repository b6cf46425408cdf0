import type { AwardKind, AwardStatus } from '../domain/cashback.ts';
import type { Environment } from '../domain/environment.ts';
import { prepared } from './database.ts';
import type { Queryable } from './database.ts';

/** A shopper's award as they see it. */
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

/** After every row: where the newest page begins. */
const NEWEST = String(2n ** 63n - 1n);

const COLUMNS = `id, charge_id as "chargeId", product_id as "productId", kind, amount, original_amount as "originalAmount", currency, status,
  pending_until as "pendingUntil", landed_at as "landedAt", seq`;

/** Two limits: without the constant one, a page of 200 and one, the planner does not know how few rows a page has, and plans anew on every call. */
const page = (where: string): string => `
  select * from (
    select ${COLUMNS} from awards where beneficiary_id = $1 and env = $2 and seq < $3::bigint ${where} order by seq desc limit 201) most
  order by seq desc limit $4`;

const listAll = prepared<CashbackRow>('list_cashback', page(''));

/** A statement of its own, so that an index on the status can answer it: "any status or this one" would be a filter over all. */
const listOfStatus = prepared<CashbackRow>('list_cashback_of_status', page('and status = $5'));

export interface CashbackWanted {
  readonly userId: string;
  readonly env: Environment;
  readonly status: AwardStatus | null;
  /** The sequence of the last award before this page, or null for the newest. */
  readonly after: string | null;
  /** At most 201. */
  readonly limit: number;
}

/** A shopper's awards in one environment, newest first. */
export function listCashback(on: Queryable, { userId, env, status, after, limit }: CashbackWanted): Promise<CashbackRow[]> {
  const values = [userId, env, after ?? NEWEST, limit];
  return status === null ? listAll(on, values) : listOfStatus(on, [...values, status]);
}

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

const listAll = prepared<CashbackRow>(
  'list_cashback',
  `select ${COLUMNS} from awards where beneficiary_id = $1 and env = $2 and seq < $3::bigint order by seq desc limit $4`,
);

/** A statement of its own, so that an index on the status can answer it: "any status or this one" would be a filter over all. */
const listOfStatus = prepared<CashbackRow>(
  'list_cashback_of_status',
  `select ${COLUMNS} from awards where beneficiary_id = $1 and env = $2 and seq < $3::bigint and status = $5 order by seq desc limit $4`,
);

export interface CashbackWanted {
  readonly userId: string;
  readonly env: Environment;
  readonly status: AwardStatus | null;
  /** The sequence of the last award before this page, or null for the newest. */
  readonly after: string | null;
  readonly limit: number;
}

/** A shopper's awards in one environment, newest first. */
export function listCashback(on: Queryable, { userId, env, status, after, limit }: CashbackWanted): Promise<CashbackRow[]> {
  const values = [userId, env, after ?? NEWEST, limit];
  return status === null ? listAll(on, values) : listOfStatus(on, [...values, status]);
}

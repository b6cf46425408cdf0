import type { Environment } from '../domain/environment.ts';
import { LINES } from './checkouts.ts';
import type { LineRow } from './checkouts.ts';
import { NEWEST } from './newest-first.ts';
import { statement } from './statement.ts';
import type { Queryable } from './statement.ts';

/** The most rows of a list in an export. */
export const EXPORT_ROWS = 1000;
/** The most bytes of payments in an export, as JSON: a cart may have 256 KiB. */
export const EXPORT_BYTES = 8 * 1024 * 1024;
/** Payments are read by so many at a time, so that few are in memory beyond the limit in bytes. */
const PAGE = 20;

/** A row as its statement names the columns. The shape of the export documents them. */
export type ExportRow = Readonly<Record<string, unknown>>;

const list = (name: string, sql: string) =>
  statement<{ userId: string; limit: number }, ExportRow>(name, `${sql} limit :limit`);

const walletOf = `accounts a where a.kind = 'wallet' and a.owner_id = :userId`;

/** The lists of an export by name, newest first. No list has columns about other people, or secrets. */
const LISTS = {
  memberships: list(
    'export_memberships',
    `select m.org_id, o.name as org_name, m.role, m.status, m.created_at
     from members m join orgs o on o.id = m.org_id where m.user_id = :userId
     order by m.created_at desc, m.org_id`,
  ),
  sessions: list(
    'export_sessions',
    `select i.id, s.env, i.org_id, i.created_at, i.last_used_at, i.expires_at, i.ended_at, i.address, i.user_agent
     from sign_ins i left join sessions s on s.id = i.id
     where i.user_id = :userId order by i.created_at desc, i.id desc`,
  ),
  wallets: list(
    'export_wallets',
    `select a.env, a.currency, a.balance as balance_minor, a.held as held_minor from ${walletOf}
     order by a.env, a.currency`,
  ),
  wallet_entries: list(
    'export_wallet_entries',
    `select j.id, e.env, j.kind, e.amount as amount_minor, e.currency, j.charge_id, j.at as created_at
     from (select a.id from ${walletOf}) a
       cross join lateral (select id, journal_id, env, amount, currency from entries
                           where account_id = a.id order by id desc limit :limit) e
       join journals j on j.id = e.journal_id
     order by e.id desc`,
  ),
  returns: list(
    'export_returns',
    `select r.id, r.charge_id, r.env, r.refund as refund_minor, r.buyer_cut as buyer_cut_minor, q.reason,
            r.at as created_at
     from charges h join returns r on r.charge_id = h.id join return_requests q on q.id = r.id
     where h.consumer_id = :userId order by r.at desc, r.id desc`,
  ),
  awards: list(
    'export_awards',
    `select id, charge_id, env, product_id, kind, amount, original_amount, currency, status, pending_until,
            landed_at
     from awards where beneficiary_id = :userId order by seq desc`,
  ),
  buy_list: list(
    'export_buy_list',
    `select id, env, merchant_id, product_id, display_name, status, created_at
     from buy_list_entries where user_id = :userId order by seq desc`,
  ),
  recommendations: list(
    'export_recommendations',
    `select id, env, merchant_id, product_id, display_name, recorded_at as created_at
     from recommendation_requests where user_id = :userId order by recorded_at desc, id desc`,
  ),
  verifications: list(
    'export_verifications',
    `select id, country_code, status, created_at, expires_at, decided_at
     from verification_cases where subject_id = :userId order by seq desc`,
  ),
  invites: list(
    'export_invites',
    `select i.id, i.org_id, o.name as org_name, i.role, i.status, i.created_at, i.expires_at, i.ended_at
     from users u join invites i on i.email = u.email join orgs o on o.id = i.org_id
     where u.id = :userId order by i.created_at desc, i.id desc`,
  ),
  acts: list(
    'export_acts',
    `select id, org_id, env, at, action, address from org_events
     where actor_kind = 'user' and actor_id = :userId::uuid::text order by at desc, id desc`,
  ),
} as const;

export type ExportList = keyof typeof LISTS | 'payments';

export interface PaymentRow extends ExportRow {
  readonly id: string;
  readonly recordedAt: Date;
  readonly items: readonly LineRow[];
}

interface PaymentPage {
  readonly userId: string;
  readonly env: Environment;
  readonly afterKey: string;
  readonly afterId: string;
  readonly limit: number;
}

const listPayments = statement<PaymentPage, PaymentRow>(
  'export_payments',
  `select h.id, h.checkout_id, h.org_id, o.name as org_name, h.env, h.status, h.currency,
          h.total as total_minor, k.shipping_amount, k.tax_amount, k.order_id, k.store, a.shipping,
          h.authorized_at, h.captured_at, h.voided_at, h.lapsed_at, h.recorded_at,
          (select ${LINES} from cart_lines l where l.cart_id = k.id) as items
   from (select * from charges
         where consumer_id = :userId and env = :env
           and (recorded_at, id) < (:afterKey::timestamptz, :afterId::uuid)
         order by recorded_at desc, id desc limit :limit) h
     join carts k on k.id = h.checkout_id join orgs o on o.id = h.org_id
     left join cart_addresses a on a.cart_id = h.checkout_id
   order by h.recorded_at desc, h.id desc`,
);

/** The rows about a user, and the names of the lists whose older rows are missing. */
export interface Export {
  readonly lists: Readonly<Record<Exclude<ExportList, 'payments'>, readonly ExportRow[]>>;
  readonly payments: readonly PaymentRow[];
  readonly truncated: readonly ExportList[];
}

/**
 * Reads all that is stored about a user, in both environments. Memory is bounded: at most `EXPORT_ROWS` rows
 * a list, and payments of `EXPORT_BYTES`, the live ones first.
 */
export async function readExport(on: Queryable, { userId }: { userId: string }): Promise<Export> {
  const truncated: ExportList[] = [];
  const lists: Partial<Record<ExportList, readonly ExportRow[]>> = {};
  for (const [name, read] of Object.entries(LISTS) as [keyof typeof LISTS, (typeof LISTS)['awards']][]) {
    const rows = await read(on, { userId, limit: EXPORT_ROWS + 1 });
    lists[name] = rows.slice(0, EXPORT_ROWS);
    if (rows.length > EXPORT_ROWS) truncated.push(name);
  }
  const payments = await readPayments(on, userId);
  if (payments.isCut) truncated.push('payments');
  return { lists: lists as Export['lists'], payments: payments.rows, truncated };
}

async function readPayments(on: Queryable, userId: string): Promise<{ rows: PaymentRow[]; isCut: boolean }> {
  const rows: PaymentRow[] = [];
  let bytes = 0;
  for (const env of ['live', 'sandbox'] as const) {
    let [afterKey, afterId]: [string, string] = [NEWEST.key, NEWEST.id];
    for (let page: PaymentRow[] | undefined; page === undefined || page.length === PAGE;) {
      page = await listPayments(on, { userId, env, afterKey, afterId, limit: PAGE });
      for (const row of page) {
        bytes += Buffer.byteLength(JSON.stringify(row));
        if (rows.length === EXPORT_ROWS || bytes > EXPORT_BYTES) return { rows, isCut: true };
        rows.push(row);
        [afterKey, afterId] = [row.recordedAt.toISOString(), row.id];
      }
    }
  }
  return { rows, isCut: false };
}

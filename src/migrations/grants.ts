import pg from 'pg';
import type { Client } from 'pg';

/**
 * The tables whose rows never change: the role of API and worker may read them and add to them. Each has the
 * triggers of `make_append_only`, which the owner of a table could disable; this role cannot.
 *
 * Add a new append-only table here: test/api/attacks/database-roles.test.ts compares the list with the
 * triggers.
 */
export const APPEND_ONLY = [
  'capture_lines',
  'captures',
  'clock_moves',
  'entries',
  'journals',
  'operator_actions',
  'operator_calls',
  'org_events',
  'partner_events',
  'payout_requests',
  'recommendation_requests',
  'recommendations',
  'return_lines',
  'return_requests',
  'returns',
] as const;

/**
 * The tables whose rows never change either, and are deleted when their time is over. The role may delete
 * from them; the trigger `keep_recent` or `go_with_parent` refuses a row that is too young, or belongs to the
 * books.
 */
export const DELETED_WHEN_OLD = ['cart_lines', 'carts', 'compliance_records', 'events'] as const;

/** The tables that only migrations touch. */
export const MIGRATIONS_ONLY = ['migrations'] as const;

/**
 * Gives the role of API and worker its rights on all tables: it reads and writes rows, and changes no schema.
 * It revokes every other right. The owner of the tables calls it after each migration, so that new tables
 * have rights too. Throws if the role does not exist.
 */
export async function grantTo(role: string, owner: Client): Promise<void> {
  const to = pg.escapeIdentifier(role);
  const tables = (names: readonly string[]) => names.map((name) => pg.escapeIdentifier(name)).join(', ');
  const steps = [
    'begin',
    `revoke all on all tables in schema public from ${to}`,
    `grant usage on schema public to ${to}`,
    `grant usage on all sequences in schema public to ${to}`,
    `grant select, insert, update, delete on all tables in schema public to ${to}`,
    `revoke update, delete on ${tables(APPEND_ONLY)} from ${to}`,
    `revoke update on ${tables(DELETED_WHEN_OLD)} from ${to}`,
    `revoke all on ${tables(MIGRATIONS_ONLY)} from ${to}`,
    'commit',
  ];
  for (const step of steps) await owner.query(step);
}

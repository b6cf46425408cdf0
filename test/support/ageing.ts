import type { Client, Pool } from 'pg';

/** Columns of real time by table, with the rows of an organization. */
const REAL_TIMES: readonly (readonly [table: string, columns: readonly string[], of: string])[] = [
  ['carts', ['recorded_at'], 'org_id = $1'],
  ['cart_addresses', ['recorded_at'], 'cart_id in (select id from carts where org_id = $1)'],
  ['checkouts', ['fired_recorded_at'], 'org_id = $1'],
  ['charges', ['recorded_at'], 'org_id = $1'],
  ['return_requests', ['recorded_at'], 'charge_id in (select id from charges where org_id = $1)'],
  ['events', ['recorded_at'], 'org_id = $1'],
  ['deliveries', ['recorded_at', 'resent_at'], 'org_id = $1'],
  [
    'delivery_attempts',
    ['recorded_at', 'leased_until'],
    'delivery_id in (select id from deliveries where org_id = $1)',
  ],
  ['webhooks', ['created_at', 'failing_since', 'last_success_at'], 'org_id = $1'],
  ['webhook_periods', ['set_at', 'removed_at'], 'org_id = $1'],
  ['compliance_records', ['recorded_at', 'at'], 'org_id = $1'],
];

/** Makes what an organization did so many days older, in real time, as if the service had run that long. */
export async function age(books: Pool, orgId: string, days: number): Promise<void> {
  const client = await books.connect();
  try {
    await client.query('begin');
    await withoutTriggers(client);
    for (const [table, columns, of] of REAL_TIMES) {
      const older = columns.map((column) => `${column} = ${column} - make_interval(days => $2)`);
      await client.query(`update ${table} set ${older.join(', ')} where ${of}`, [orgId, days]);
    }
    // The sweep reads in the order of age: it may have passed the place where these rows are now.
    await client.query('delete from sweep_places');
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Lets the rest of a transaction change rows that never change. Superusers only. */
export async function withoutTriggers(client: Pick<Client, 'query'>): Promise<void> {
  await client.query(`set local session_replication_role = 'replica'`);
}

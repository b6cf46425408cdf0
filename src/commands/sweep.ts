import { deleteOldAuthorizationRequests } from '../store/authorization-requests.ts';
import { deleteOldAttempts } from '../store/compliance.ts';
import { expireInvites } from '../store/invites.ts';
import { deleteOldWindows } from '../store/limits.ts';
import { deleteOldRequests } from '../store/idempotency.ts';
import { deleteOldCalls } from '../store/request-log.ts';
import {
  CARTS_BATCH,
  deleteOldEvents,
  deletePassedAuthorizations,
  deleteUnpaidCarts,
  EVENTS_BATCH,
  RECORDS_BATCH,
} from '../store/retention-sweep.ts';
import {
  deleteOldCodes,
  deleteOldLimits,
  deleteOldSessions,
  deleteOldSignIns,
} from '../store/sign-in-sweep.ts';
import { deleteOldCallbacks, giveUpCallbacks } from '../store/partner-callbacks.ts';
import { forgetOldSecrets } from '../store/webhooks.ts';
import { deleteOldAddresses, deleteUnpaidAddresses, forgetOldInvites } from '../store/privacy-sweep.ts';
import type { Database, Queryable } from '../store/database.ts';

const BATCH = 1000;
/** The longest time that one kind of rows takes of a sweep, in milliseconds. The next sweep goes on. */
const PASS_MS = 60_000;

/** The periods that follow from settings, in days. */
export interface Retention {
  /** The shipping addresses of paid carts. */
  readonly addressDays: number;
  /** Events with their deliveries. */
  readonly eventDays: number;
  /** Carts without a charge, with their checkouts. */
  readonly unpaidCartDays: number;
  /** Calls of the API. */
  readonly requestLogDays: number;
  /** The records of authorizations that monitoring passed. */
  readonly complianceDays: number;
  /** In seconds: blocked attempts, which monitoring's limits count. */
  readonly attemptSeconds: number;
}

/** Rows of one kind that the sweep deletes, or clears of personal data. */
interface Pass {
  readonly kind: string;
  /** Fewer rows than this: none are left. */
  readonly size: number;
  /** Handles some rows, and returns one for each. */
  handleSome(on: Queryable): Promise<readonly object[]>;
}

type Params = { readonly limit: number };
const pass = (kind: string, handle: (on: Queryable, params: Params) => Promise<object[]>): Pass => ({
  kind,
  size: BATCH,
  handleSome: (on) => handle(on, { limit: BATCH }),
});

function passesOf(retention: Retention): readonly Pass[] {
  const { addressDays, eventDays, unpaidCartDays, requestLogDays, complianceDays, attemptSeconds } =
    retention;
  return [
    pass('expired_invites', expireInvites),
    pass('sign_in_codes', deleteOldCodes),
    pass('sessions', deleteOldSessions),
    pass('sign_ins', deleteOldSignIns),
    pass('sign_in_limits', deleteOldLimits),
    pass('idempotency_keys', deleteOldRequests),
    pass('authorization_requests', deleteOldAuthorizationRequests),
    pass('request_log', (on, { limit }) => deleteOldCalls(on, { limit, days: requestLogDays })),
    pass('call_limits', deleteOldWindows),
    pass('unpaid_addresses', deleteUnpaidAddresses),
    pass('invites', forgetOldInvites),
    pass('lost_callbacks', giveUpCallbacks),
    pass('callbacks', deleteOldCallbacks),
    pass('blocked_attempts', (on, { limit }) => deleteOldAttempts(on, { limit, seconds: attemptSeconds })),
    pass('addresses', (on, { limit }) => deleteOldAddresses(on, { limit, days: addressDays })),
    {
      kind: 'events',
      size: EVENTS_BATCH,
      handleSome: (on) => deleteOldEvents(on, { days: eventDays }),
    },
    {
      kind: 'carts',
      size: CARTS_BATCH,
      handleSome: (on) => deleteUnpaidCarts(on, { days: unpaidCartDays }),
    },
    {
      kind: 'compliance_records',
      size: RECORDS_BATCH,
      handleSome: (on) => deletePassedAuthorizations(on, { days: complianceDays }),
    },
  ];
}

/**
 * Deletes what has a period: sign-in codes, sessions, idempotency keys, logged requests, windows of rate
 * limits, blocked attempts, shipping addresses, events with their deliveries, carts that nobody has paid.
 * Ends invites that have run out, and forgets the e-mail addresses of ended ones and webhook secrets that no
 * longer sign. docs/operating.md and docs/privacy.md list the periods. Safe at any time and twice at once:
 * each batch commits on its own.
 *
 * Calls `onBatch` after each with the number of rows that it deleted or changed. It may throw to end the
 * sweep: the next one goes on.
 */
export async function sweep(
  { pool }: Database,
  retention: Retention,
  onBatch: (kind: string, rows: number) => void = () => undefined,
): Promise<void> {
  for (const { kind, size, handleSome } of passesOf(retention)) {
    const end = performance.now() + PASS_MS;
    for (let isMore = true; isMore && performance.now() < end;) {
      const rows = await handleSome(pool);
      isMore = rows.length >= size;
      onBatch(kind, rows.filter(isChanged).length);
    }
  }
  await forgetOldSecrets(pool, {});
}

/** Rows that were read and stay are no work done. */
const isChanged = (row: object): boolean => !('isDeleted' in row) || row.isDeleted === true;

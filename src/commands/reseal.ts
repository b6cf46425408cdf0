import { lockOldDestinations, lockOldWebhooks, resealDestination, resealWebhook } from '../store/sealed.ts';
import type { Transaction } from '../store/database.ts';
import type { CommandContext } from './context.ts';

const BATCH = 200;

type ResealContext = Pick<CommandContext, 'database' | 'secrets'>;

/** The rows that were sealed again. */
export interface ResealResult {
  readonly destinations: number;
  readonly webhooks: number;
}

/**
 * Seals every stored text again that an older key of the ring has sealed, with the newest. Each batch is a
 * transaction: a run that breaks off loses nothing, and the next one goes on with the rest. Throws where a
 * text's key is not in the ring.
 */
export async function resealAll({ database, secrets }: ResealContext): Promise<ResealResult> {
  const reseal = (sealed: string, owner: string): string =>
    secrets.seal(secrets.unseal(sealed, owner), owner);
  const resealSome = (sealed: string | null, owner: string): string | null =>
    sealed === null ? null : reseal(sealed, owner);
  const old = { keyId: secrets.newestKeyId, limit: BATCH };

  const destinations = await inBatches(database, async (tx) => {
    const rows = await lockOldDestinations(tx, old);
    for (const { id, sealedAccount, sealedRegisteredName } of rows)
      await resealDestination(tx, {
        id,
        sealedAccount: reseal(sealedAccount, id),
        sealedRegisteredName: resealSome(sealedRegisteredName, `registered name ${id}`),
      });
    return rows.length;
  });
  const webhooks = await inBatches(database, async (tx) => {
    const rows = await lockOldWebhooks(tx, old);
    for (const { orgId, sealedSecret, previousSealedSecret } of rows)
      await resealWebhook(tx, {
        orgId,
        sealedSecret: reseal(sealedSecret, orgId),
        previousSealedSecret: resealSome(previousSealedSecret, orgId),
      });
    return rows.length;
  });
  return { destinations, webhooks };
}

/** Runs the work in transactions until it finds no more rows. Returns their number. */
async function inBatches(
  database: ResealContext['database'],
  work: (tx: Transaction) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await database.transaction(work);
    total += count;
    if (count < BATCH) return total;
  }
}

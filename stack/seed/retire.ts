import { createPayments, PaymentsError } from '../../sdk/index.ts';
import type { Payments } from '../../sdk/index.ts';
import type { SeedFile, SeedShop } from './state.ts';

/**
 * Retires the demo in a database that holds other data too: deletes webhooks, revokes keys, ends sessions,
 * and deletes the run's state. Booked money stays. Returns false if there was no demo.
 */
export async function retireDemoData({
  apiUrl,
  file,
}: {
  readonly apiUrl: string;
  readonly file: SeedFile;
}): Promise<boolean> {
  const state = await file.read();
  if (state === null) return false;
  for (const shop of state.shops) await retireShop(apiUrl, shop);
  await file.remove();
  return true;
}

async function retireShop(apiUrl: string, { owner, shoppers, org_id: id }: SeedShop): Promise<void> {
  const signedIn = [...shoppers, owner].map(({ session }) => createPayments({ baseUrl: apiUrl, session }));
  const admin = signedIn.at(-1);
  if (admin === undefined) return;
  await unlessSignedOut(() => admin.webhooks.deleteWebhook({ id }));
  await unlessSignedOut(() => revokeKeys(admin, id));
  for (const person of signedIn) await unlessSignedOut(() => person.signIn.signOut());
}

async function revokeKeys(admin: Payments, id: string): Promise<void> {
  for await (const key of admin.apiKeys.listApiKeys.each({ id }))
    if (key.status === 'ACTIVE') await admin.apiKeys.revokeApiKey({ id, key_id: key.id });
}

/** An interrupted earlier call may already have ended the session. */
async function unlessSignedOut(act: () => Promise<unknown>): Promise<void> {
  await act().catch((error: unknown) => {
    if (!(error instanceof PaymentsError) || error.status !== 401) throw error;
  });
}

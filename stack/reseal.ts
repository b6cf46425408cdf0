import { randomBytes } from 'node:crypto';
import { keyRing } from '../src/config.ts';
import { withSecretFiles } from '../src/secret-files.ts';
import { resealAll } from '../src/commands/reseal.ts';
import { createSecrets } from '../src/security/secrets.ts';
import { openDatabase } from '../src/store/database.ts';
import { runCommand } from './complaint.ts';
import { DATA } from './places.ts';
import { findRunningStack } from './running.ts';
import { stackSecrets } from './secrets.ts';

/**
 * `npm run reseal`: seals stored secrets with the first key of ENCRYPTION_KEYS, so that the older keys can
 * go. Safe at any time, and to repeat.
 */
await runCommand('reseal', async () => {
  const { databaseUrl } = await findRunningStack({ TEMPORAL_ADDRESS: '', ...process.env });
  const keys = withSecretFiles(process.env)['ENCRYPTION_KEYS'] ?? (await stackSecrets(DATA)).encryption_keys;
  // It makes no digests.
  const secrets = createSecrets({ encryption: keyRing.parse(keys), digest: randomBytes(32) });
  const database = await openDatabase({ url: databaseUrl, poolSize: 2 });
  try {
    const { destinations, webhooks } = await resealAll({ database, secrets });
    console.log(
      `sealed again with ${secrets.newestKeyId}: ${destinations} bank destinations, ${webhooks} webhooks`,
    );
  } finally {
    await database.close();
  }
});

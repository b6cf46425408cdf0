import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePartnerSecrets, type PartnerSecrets } from './partners.ts';

/** The secrets that a stack must keep to read its own data after a restart. */
export interface StackSecrets extends PartnerSecrets {
  readonly encryption_keys: string;
  readonly payload_keys: string;
  readonly digest_key: string;
  readonly operator_token: string;
  /** Of a second operator, who approves what the first one proposes. */
  readonly second_operator_token: string;
  readonly postgresql_password: string;
  /** Of the role by which API and worker connect. */
  readonly postgresql_application_password: string;
  /** Of the role of Temporal's servers with `--cluster`. */
  readonly postgresql_temporal_password: string;
}

/**
 * The secrets of this checkout's stack. They are created once and stored in `secrets.json` (mode 0600), never
 * committed.
 */
export async function stackSecrets(data: string): Promise<StackSecrets> {
  const file = join(data, 'secrets.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const kept = text === null ? {} : (JSON.parse(text) as Partial<StackSecrets>);
  const secrets: StackSecrets = {
    ...makePartnerSecrets(),
    encryption_keys: `k1:${randomBytes(32).toString('base64')}`,
    payload_keys: `p1:${randomBytes(32).toString('base64')}`,
    digest_key: randomBytes(32).toString('base64'),
    operator_token: `op_${randomBytes(24).toString('base64url')}`,
    second_operator_token: `op_${randomBytes(24).toString('base64url')}`,
    postgresql_password: randomBytes(18).toString('base64url'),
    postgresql_application_password: randomBytes(18).toString('base64url'),
    postgresql_temporal_password: randomBytes(18).toString('base64url'),
    ...kept, // Secrets of an earlier version stay. It may have lacked some of these.
  };
  if (Object.keys(secrets).every((name) => name in kept)) return secrets;
  await mkdir(data, { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}

import { randomBytes } from 'node:crypto';
import { link, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Answer } from '../client.ts';
import { signOwn, signStandard } from '../webhooks.ts';
import { UsageError } from './command.ts';
import { readJson, writePrivate } from './profile.ts';

const ANSWER_MS = 10_000;
const SECRET_PREFIX = 'whsec_';

export type ListedEvent = Answer<'listEvents'>['events'][number];

/** The address that events are forwarded to, and what signs them. */
export interface Target {
  readonly url: string;
  readonly secret: string;
  readonly env: string;
}

/** The id that a receiver sees: the delivery's, so that it recognises an event that the service sends too. */
export const idOf = ({ id, delivery_id }: ListedEvent): string => delivery_id ?? id;

/** Checks the address of `--forward-to`. */
export function requireAddress(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError('--forward-to must be an http address');
  return url;
}

/** Checks a secret that was given to the command. */
export function requireSecret(secret: string): string {
  if (!secret.startsWith(SECRET_PREFIX)) throw new UsageError(`the secret must begin with ${SECRET_PREFIX}`);
  return secret;
}

/**
 * Returns the listener's own secret from this file. The first caller makes it; listeners that start at the
 * same moment get the same one.
 */
export async function listenerSecret(file: string): Promise<string> {
  const stored = () => readJson<{ secret: string } | null>(file, null);
  const known = await stored();
  if (known !== null) return known.secret;
  const made = `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`;
  const draft = `${file}.new.${process.pid}`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writePrivate(draft, { secret: made });
  // A link appears as a whole, and never replaces the file of another listener.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await stored())?.secret ?? made;
}

/** Sends an event as the service sends its webhooks. Returns the status, or the reason of no answer. */
export async function post({ url, secret, env }: Target, event: ListedEvent): Promise<number | string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const [id, body] = [idOf(event), Buffer.from(event.body)];
  const headers = {
    'content-type': 'application/json',
    'x-service-event': event.event,
    'x-service-delivery': id,
    'x-service-signature': signOwn(body, secret),
    'x-service-env': env,
    ...(event.test && { 'x-service-test': 'true' }),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signStandard({ id, timestamp, body, secret }),
  };
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch (error) {
    const { cause, message } = error as { cause?: { code?: string }; message: string };
    return cause?.code ?? message;
  }
}

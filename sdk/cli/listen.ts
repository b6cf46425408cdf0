import { setTimeout as sleep } from 'node:timers/promises';
import { PaymentsError, PaymentsUnreachable } from '../errors.ts';
import { signOwn, signStandard } from '../webhooks.ts';
import { NotReadyError, orgOf, rememberOrg, textFlag, UsageError } from './command.ts';
import type { Command, Context } from './command.ts';
import { readJson, writePrivate } from './profile.ts';

const PAGE = 50;
/**
 * The number of remembered ids. It is much more than a page: a page of known ids ends the search for new
 * ones.
 */
const MOST_REMEMBERED = 2000;
const LOOK_MS = 1000;
const ANSWER_MS = 10_000;
const LONGEST_PAUSE_MS = 10_000;
/** The API records deliveries only while a webhook is set. This name resolves nowhere, by RFC 2606. */
const NOWHERE = 'https://listen.invalid/';

interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly created_at: string;
  readonly test: boolean;
}

interface Position {
  readonly seen: readonly string[];
}

interface Target {
  readonly url: string;
  readonly secret: string;
  readonly env: string;
}

export const listen: Command = {
  about: 'hand every webhook of the organization on to an address of yours, signed as the service signs it',
  takes: '--forward-to <url> | --print-secret',
  stays: true,
  options: {
    'forward-to': { type: 'string', about: 'where to POST them, for example http://127.0.0.1:4000/webhooks' },
    events: { type: 'string', about: 'only these, with commas: charge.captured,charge.returned' },
    secret: { type: 'string', about: 'sign with this whsec_… instead of asking for the organization’s' },
    'from-start': { type: 'boolean', about: 'the first time: also what the log has already' },
    once: {
      type: 'boolean',
      about: 'end when there is nothing more to hand on, instead of waiting for more',
    },
    'print-secret': { type: 'boolean', about: 'print the secret that deliveries are signed with, and end' },
  },
  more: [
    'Your address need not be reachable from outside: the log of deliveries is read from here. What happens while nobody listens is handed on',
    'at the next start, in its order. Each delivery is handed on once; should this program be killed between handing one on and writing that',
    'down, that one comes again under the same x-service-delivery. An answer of any status counts; no answer is waited for.',
  ],
  run,
};

/**
 * Reads the delivery log and forwards new deliveries, oldest first. It stores the position after each, so
 * that a restart continues behind it.
 */
async function run(context: Context): Promise<void> {
  const { memory, flags, note, answer } = context;
  const orgId = await orgOf(context);
  if (flags['print-secret'] === true) {
    const secret = await secretOf(context, orgId);
    return answer({ secret }, [secret]);
  }
  const url = textFlag(context, 'forward-to');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError('--forward-to must be an http address');
  const target = { url, secret: await secretOf(context, orgId), env: environmentOf(context) };
  const file = memory.stateFile('listen', [orgId, target.env, url]);

  const known = await readJson<Position | null>(file, null);
  const seen = new Set(known?.seen ?? (flags['from-start'] === true ? [] : await idsSoFar(context, orgId)));
  await writePrivate(file, { seen: [...seen] });
  note(
    `listening to ${orgId}, forwarding to ${url}${known === null ? '' : ', from where it ended last time'}`,
  );
  await follow(context, { orgId, target, seen, file });
}

interface Following {
  readonly orgId: string;
  readonly target: Target;
  readonly seen: Set<string>;
  readonly file: string;
}

async function follow(context: Context, { orgId, target, seen, file }: Following): Promise<void> {
  const { flags, answer, signal } = context;
  const wanted = typeof flags['events'] === 'string' ? flags['events'].split(',') : null;
  while (!signal.aborted) {
    for (const delivery of await newDeliveries(context, orgId, seen)) {
      const isWanted = wanted === null || wanted.includes(delivery.event);
      const status = isWanted ? await handOn(context, { orgId, delivery, target }) : null;
      if (isWanted && status === null) return;
      seen.add(delivery.id);
      await writePrivate(file, { seen: [...seen].slice(-MOST_REMEMBERED) });
      // Printed last: the reader may end this program at once.
      const { id, event, created_at } = delivery;
      if (status !== null)
        answer({ id, event, created_at, status_code: status }, [`${created_at}  ${event}  ${id}  ${status}`]);
      if (signal.aborted) return;
    }
    if (flags['once'] === true) return;
    await pause(LOOK_MS, signal);
  }
}

/**
 * The environment that the credential sees: a key's prefix names it, a session's is known from its sign-in.
 */
function environmentOf({ apiKey, memory }: Context): string {
  if (apiKey === undefined) return memory.profile.env ?? 'sandbox';
  return apiKey.startsWith('fl_live_') ? 'live' : 'sandbox';
}

/**
 * The webhook secret: the given one, or the API's. Setting the same address again returns the secret, which
 * may have been rotated. The remembered secret serves callers who may not ask the API.
 */
async function secretOf(context: Context, orgId: string): Promise<string> {
  const { api, flags, webhookSecret, memory, note } = context;
  const given = flags['secret'] ?? webhookSecret;
  const url = await webhookUrl(context, orgId);
  if (typeof given === 'string' && url !== null) return given;
  const remembered = memory.profile.orgs?.[orgId]?.webhook_secret;
  if (url === undefined) return remembered ?? unknown();
  if (url === null)
    note(
      'no webhook was set: it is now, to an address that leads nowhere, so that deliveries are written down',
    );
  const secret = await api.webhooks.putWebhook({ id: orgId, url: url ?? NOWHERE }).then(
    (set) => set.secret,
    (error: unknown) => {
      if (error instanceof PaymentsError && error.status === 403 && url !== null)
        return remembered ?? unknown();
      throw error;
    },
  );
  await rememberOrg(context, orgId, { webhook_secret: secret });
  return secret;
}

function unknown(): never {
  throw new NotReadyError(
    'the webhook secret is not known',
    '--secret whsec_…, or sign in as an owner or admin: payments login',
  );
}

/** The webhook's URL. Null without a webhook, undefined when no session may read it. */
async function webhookUrl(
  { api, apiKey, session }: Context,
  orgId: string,
): Promise<string | null | undefined> {
  if (session === undefined) return undefined;
  try {
    return (await api.webhooks.getWebhook({ id: orgId })).url;
  } catch (error) {
    // The key may be of an organization that this person is not a member of.
    if (apiKey !== undefined && error instanceof PaymentsError && error.status < 500) return undefined;
    throw error;
  }
}

/** The deliveries from before the start, oldest first. */
async function idsSoFar({ api }: Context, orgId: string): Promise<string[]> {
  const { deliveries } = await api.webhooks.listDeliveries({ id: orgId, limit: 200 });
  return deliveries.map(({ id }) => id).toReversed();
}

/**
 * The new deliveries, oldest first. It reads on until a whole page is known, because two deliveries written
 * at once may appear in either order. All or nothing: forwarding only the newer ones would hide the older.
 */
async function newDeliveries(
  context: Context,
  orgId: string,
  seen: ReadonlySet<string>,
): Promise<Delivery[]> {
  const { api, signal } = context;
  const found: Delivery[] = [];
  let cursor: string | undefined;
  for (;;) {
    const params = { id: orgId, limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const page = await patiently(context, () => api.webhooks.listDeliveries(params, { signal }));
    if (page === null) return [];
    const fresh = page.deliveries.filter(({ id }) => !seen.has(id));
    found.push(...fresh);
    if (fresh.length === 0 || page.next_cursor === null) return found.reverse();
    cursor = page.next_cursor;
  }
}

/**
 * Returns the API's answer. Null when the API is unavailable and the command waits for it, or when the
 * command ends.
 */
async function patiently<T>({ flags, note, signal }: Context, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (signal.aborted) return null;
    const passes =
      error instanceof PaymentsUnreachable ||
      (error instanceof PaymentsError && (error.status >= 500 || error.status === 429));
    if (!passes || flags['once'] === true) throw error;
    note(`${error.message}; looking again`);
    return null;
  }
}

/** Sends a delivery until there is an answer. Returns its status, or null when the command ended before. */
async function handOn(
  context: Context,
  { orgId, delivery, target }: { orgId: string; delivery: Delivery; target: Target },
): Promise<number | null> {
  const { api, signal, flags, note } = context;
  let body: Uint8Array<ArrayBuffer> | null = null;
  for (let wait = LOOK_MS / 2; !signal.aborted; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
    body ??= await patiently(context, async () =>
      Buffer.from((await api.webhooks.getDelivery({ id: orgId, delivery_id: delivery.id }, { signal })).body),
    );
    if (body !== null) {
      const status = await post(target, delivery, body);
      if (typeof status === 'number') return status;
      const silence = `${target.url} does not answer (${status})`;
      if (flags['once'] === true)
        throw new NotReadyError(silence, 'start it and run this again: it goes on with the same delivery');
      note(`${silence}: trying again`);
    }
    await pause(wait, signal);
  }
  return null;
}

async function post(
  { url, secret, env }: Target,
  { id, event, test }: Delivery,
  body: Uint8Array<ArrayBuffer>,
): Promise<number | string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = {
    'content-type': 'application/json',
    'x-service-event': event,
    'x-service-delivery': id,
    'x-service-signature': signOwn(body, secret),
    'x-service-env': env,
    ...(test && { 'x-service-test': 'true' }),
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

/** Waits. Returns early, without an error, when the command ends. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../client.ts';
import { PaymentsError, PaymentsUnreachable } from '../errors.ts';
import { NotReadyError, orgOf } from './command.ts';
import type { Command, Context } from './command.ts';
import { idOf, listenerSecret, post, requireAddress, requireSecret } from './forward.ts';
import type { ListedEvent, Target } from './forward.ts';
import { readJson, writePrivate } from './profile.ts';

const PAGE = 200;
/** The API answers after so long when nothing happens. */
const WAIT_SECONDS = 20;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/** The place in the event log, and the events behind it that were handled already. */
interface Place {
  /** Undefined: the start of the log. */
  readonly position?: string | undefined;
  readonly handled: readonly string[];
}

/** Shows the organization's events as they happen, and forwards them. It changes nothing at the API. */
export const listen: Command = {
  about: 'show the organization’s events as they happen, and forward them, signed, to an address of yours',
  examples: ['--forward-to http://127.0.0.1:4000/webhooks', '--events charge.captured --json'],
  stays: true,
  options: {
    'forward-to': { takes: 'url', about: 'where to POST them, for example http://127.0.0.1:4000/webhooks' },
    events: { takes: 'event,…', about: 'only these, comma-separated: charge.captured,charge.returned' },
    secret: { takes: 'whsec_…', about: 'sign with this whsec_… instead of the listener’s own secret' },
    'from-start': { about: 'the first time: also the events from before' },
    once: { about: 'end when there are no more events, instead of waiting for the next' },
    'print-secret': { about: 'print the listener’s own secret, and end' },
  },
  more: [
    'It reads the event log, so your address need not be reachable from outside. It sets no webhook and marks no delivery: the webhook of the organization works as before, and any number of listeners may run at once.',
    'The API never shows the secret of a webhook. A listener signs with a secret of its own, which it prints at the start and keeps; --secret or PAYMENTS_WEBHOOK_SECRET gives another.',
    'The next start continues where the last one with the same address ended. Should this program be killed between forwarding an event and writing that down, the event comes again under the same x-service-delivery. Any status counts as an answer; no answer is waited for.',
  ],
  run,
};

async function run(context: Context): Promise<void> {
  const { memory, flags, answer, note } = context;
  const orgId = await orgOf(context);
  const given = flags['secret'] ?? context.webhookSecret;
  const secret =
    typeof given === 'string'
      ? requireSecret(given)
      : await listenerSecret(memory.stateFile('listen-secret', [orgId]));
  if (flags['print-secret'] === true) return answer({ secret }, [secret]);
  const env = environmentOf(context);
  const forward = flags['forward-to'];
  const target = typeof forward === 'string' ? { url: requireAddress(forward), secret, env } : null;
  const file = memory.stateFile('listen', [orgId, env, target?.url ?? '']);
  const known = await readJson<Partial<Place> | null>(file, null);
  const continues = known?.position !== undefined;
  const place: Place = continues
    ? { position: known.position, handled: known.handled ?? [] }
    : { position: flags['from-start'] === true ? undefined : await latest(context, orgId), handled: [] };
  note(
    `listening to ${orgId} at ${memory.apiUrl}${target === null ? '' : `, forwarding to ${target.url}`}${continues ? ', from where it ended last time' : ''}`,
  );
  if (target !== null)
    note(
      given === undefined
        ? `signed with the listener’s own secret: ${secret}`
        : 'signed with the given secret',
    );
  await follow(context, { orgId, target, file, place, isBehind: continues });
}

interface Following {
  readonly orgId: string;
  readonly target: Target | null;
  readonly file: string;
  readonly place: Place;
  /** True when events may have happened that nobody listened to. */
  readonly isBehind: boolean;
}

async function follow(context: Context, following: Following): Promise<void> {
  const { signal, flags, note } = context;
  const { orgId, file, target } = following;
  const wanted =
    typeof flags['events'] === 'string' ? flags['events'].split(',').map((name) => name.trim()) : null;
  let { place, isBehind } = following;
  await writePrivate(file, place);
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted;) {
    const began = Date.now();
    const page = await nextPage(context, {
      orgId,
      after: place.position,
      isFirst: pauseMs === FIRST_PAUSE_MS,
    });
    if (page === null) {
      isBehind = true;
      await pause(pauseMs, signal);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      continue;
    }
    if (pauseMs > FIRST_PAUSE_MS) note('the API answers again');
    pauseMs = FIRST_PAUSE_MS;
    const fresh = page.events.filter(({ id }) => !place.handled.includes(id));
    if (isBehind && fresh.length > 0)
      note(`events missed: ${fresh.length}${page.events.length === PAGE ? ' or more' : ''}; they follow`);
    isBehind = false;
    for (const event of fresh) {
      const isWanted = wanted === null || wanted.includes(event.event);
      const status = isWanted && target !== null ? await handOn(context, event, target) : null;
      if (status === undefined) return;
      place = { ...place, handled: [...place.handled, event.id] };
      await writePrivate(file, place);
      // Printed last: the reader may end this program at once.
      if (isWanted) print(context, event, status);
    }
    if (page.position !== place.position) {
      place = { position: page.position, handled: [] };
      await writePrivate(file, place);
    }
    if (page.events.length > 0) continue;
    if (flags['once'] === true) return;
    // The API answers at once where many listen.
    if (Date.now() - began < FIRST_PAUSE_MS) await pause(FIRST_PAUSE_MS, signal);
  }
}

/** The environment of the credential: a key's prefix names it, a session's is known from its sign-in. */
function environmentOf({ apiKey, memory }: Context): string {
  if (apiKey === undefined) return memory.profile.env ?? 'sandbox';
  return apiKey.startsWith('fl_live_') ? 'live' : 'sandbox';
}

async function latest({ api }: Context, orgId: string): Promise<string> {
  return (await api.webhooks.listEvents({ id: orgId, after: 'latest' })).position;
}

/** Returns the next events. Null while the API is away and the command waits for it, or when it ends. */
async function nextPage(
  context: Context,
  { orgId, after, isFirst }: { orgId: string; after: string | undefined; isFirst: boolean },
): Promise<Answer<'listEvents'> | null> {
  const { api, flags, note, signal } = context;
  const isOnce = flags['once'] === true;
  const wait = isOnce ? 0 : WAIT_SECONDS;
  try {
    return await api.webhooks.listEvents(
      { id: orgId, limit: PAGE, wait, ...(after !== undefined && { after }) },
      { signal, retries: isOnce ? 3 : 0 },
    );
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof PaymentsError && error.reason.startsWith('after:')) {
      note('the API does not know where the last listener ended, as after a reset: listening from now on');
      return { events: [], position: await latest(context, orgId) };
    }
    const passes =
      error instanceof PaymentsUnreachable ||
      (error instanceof PaymentsError && (error.status >= 500 || error.status === 429));
    if (!passes || isOnce) throw error;
    if (isFirst) note(`${error.message}; trying again`);
    return null;
  }
}

/** Prints an event, and the status of the forwarded one. */
function print({ answer }: Context, listed: ListedEvent, status: number | null): void {
  const { event, created_at, test, body } = listed;
  const id = idOf(listed);
  const facts = { id, event_id: listed.id, event, created_at, test, status_code: status };
  answer({ ...facts, body: JSON.parse(body) as unknown }, [
    `${created_at}  ${event}  ${id}  ${status ?? body}`,
  ]);
}

/**
 * Sends an event until there is an answer. Returns its status, or undefined when the command ended before.
 */
async function handOn(
  { signal, flags, note }: Context,
  event: ListedEvent,
  target: Target,
): Promise<number | undefined> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const status = await post(target, event);
    if (typeof status === 'number') return status;
    const silence = `${target.url} does not answer (${status})`;
    if (flags['once'] === true)
      throw new NotReadyError(silence, 'start it and run this again: it goes on with the same event');
    note(`${silence}: trying again`);
    await pause(pauseMs, signal);
  }
  return undefined;
}

/** Waits. Returns early, without an error, when the command ends. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SIGNATURE_HEADER, signCallback, TIMESTAMP_HEADER } from '../src/security/partner-signature.ts';

/**
 * The waits between the tries of a callback, in milliseconds. After the last one it is lost: the service must
 * ask.
 */
const WAITS = [100, 500, 2000, 10_000, 60_000];

/** An event for the service. Its id is the same for every try. */
export type CallbackEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** Sends a partner's signed callbacks, and retries each until a 2xx. */
export interface Callbacks {
  /** Sends an event once. Returns the status, or null for no answer. */
  once(url: string, event: CallbackEvent & { readonly id: string }): Promise<number | null>;
  /** Sends an event until the service accepts it. Returns its id at once. */
  deliver(url: string, event: CallbackEvent): string;
  /** Drops the unsent callbacks. */
  stop(): Promise<void>;
}

/** Creates the callbacks of a partner, signed with this secret. */
export function createCallbacks(secret: string): Callbacks {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();

  const once: Callbacks['once'] = async (url, event) => {
    const body = Buffer.from(JSON.stringify(event));
    const timestamp = String(Math.floor(Date.now() / 1000));
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [TIMESTAMP_HEADER]: timestamp,
          [SIGNATURE_HEADER]: signCallback(secret, timestamp, body),
        },
        body,
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(10_000)]),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return null;
    }
  };
  const untilTaken = async (url: string, event: CallbackEvent & { id: string }): Promise<void> => {
    for (const wait of [...WAITS, null]) {
      const status = await once(url, event);
      if ((status !== null && status >= 200 && status < 300) || wait === null || stopping.signal.aborted)
        return;
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  return {
    once,
    deliver(url, event) {
      const id = randomUUID();
      const sending = untilTaken(url, { id, ...event }).finally(() => underWay.delete(sending));
      underWay.add(sending);
      return id;
    },
    async stop() {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

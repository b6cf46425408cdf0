import { useMutation } from '@tanstack/react-query';
import { createContext, use, useRef } from 'react';
import { isPassing, newKey, Refusal } from '../api.ts';

/**
 * Asks for a mailed code. Resolves to true once the right one was entered, and to false when it is given up.
 */
export const FreshCodeContext = createContext<(() => Promise<boolean>) | null>(null);

/** The headers of one act. A repeat carries the same key, so that the service does it once. */
export type ActHeaders = { readonly 'idempotency-key': string };

export interface Act<Input, Output> {
  run(input: Input): Promise<Output | undefined>;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly data: Output | undefined;
  /** Clears the error and the result. */
  forget(): void;
}

const MOST_REPEATS = 8;

const isRefused = (error: unknown, reason: string): boolean =>
  error instanceof Refusal && error.message === reason;

/**
 * Returns the idempotency key of an act. An act without an answer keeps its key, since the service may have
 * done it; the next press repeats it under that key. If the next press is for something else, the service
 * refuses the key, and the act gets a new one.
 */
function useKeptKey() {
  const kept = useRef<string | null>(null);
  return async <T,>(act: (headers: ActHeaders) => Promise<T>): Promise<T> => {
    const under = async (key: string): Promise<T> => {
      kept.current = key;
      try {
        const answer = await act({ 'idempotency-key': key });
        kept.current = null;
        return answer;
      } catch (error) {
        if (!isPassing(error)) kept.current = null;
        throw error;
      }
    };
    if (kept.current === null) return under(newKey());
    return under(kept.current).catch((error: unknown) => {
      if (isRefused(error, 'idempotency key reused')) return under(newKey());
      throw error;
    });
  };
}

/**
 * Returns an act that changes something. While the service is away or busy it is repeated under one key. A
 * second press with the same input, before the first has its answer, joins the first. An act that needs a
 * fresh code asks for one, then goes on.
 */
export function useAct<Output, Input = void>(
  act: (headers: ActHeaders, input: Input) => Promise<Output>,
): Act<Input, Output> {
  const askForCode = use(FreshCodeContext);
  const once = async (headers: ActHeaders, input: Input): Promise<Output> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await act(headers, input);
      } catch (error) {
        if (!isPassing(error) || attempt > MOST_REPEATS) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.min(500 * 2 ** (attempt - 1), 5000)));
      }
    }
  };
  const underKey = useKeptKey();
  const mutation = useMutation({
    mutationFn: async (input: Input) => {
      const attempt = () => underKey((headers) => once(headers, input));
      try {
        return await attempt();
      } catch (error) {
        const needsCode = isRefused(error, 'fresh code required');
        if (!needsCode || askForCode === null || !(await askForCode())) throw error;
        return attempt();
      }
    },
  });
  const running = useRef<{ readonly input: string; readonly done: Promise<Output | undefined> } | null>(null);
  const run = (given: Input): Promise<Output | undefined> => {
    const input = JSON.stringify(given) ?? '';
    if (running.current?.input === input) return running.current.done;
    const done = mutation.mutateAsync(given).catch(() => undefined);
    const current = { input, done };
    running.current = current;
    // The button is busy only after the page was drawn again: until then a second click would act again.
    void done.finally(() => {
      if (running.current === current) running.current = null;
    });
    return done;
  };
  return {
    run,
    isBusy: mutation.isPending,
    error: mutation.error,
    data: mutation.data,
    forget: mutation.reset,
  };
}

import { useMutation } from '@tanstack/react-query';
import { use } from 'react';
import { isPassing, newKey, Refusal } from '../api.ts';
import { FreshCodeContext } from './fresh-code.tsx';

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

/**
 * Returns an act that changes something. While the service is away or busy it is repeated under one key. An
 * act that needs a fresh code asks for one, then goes on.
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
  const mutation = useMutation({
    mutationFn: async (input: Input) => {
      const headers = { 'idempotency-key': newKey() };
      try {
        return await once(headers, input);
      } catch (error) {
        const needsCode = error instanceof Refusal && error.message === 'fresh code required';
        if (!needsCode || askForCode === null || !(await askForCode())) throw error;
        return once({ 'idempotency-key': newKey() }, input);
      }
    },
  });
  return {
    run: (input) => mutation.mutateAsync(input).catch(() => undefined),
    isBusy: mutation.isPending,
    error: mutation.error,
    data: mutation.data,
    forget: mutation.reset,
  };
}

import type { Context } from '@temporalio/activity';
import { defaultPayloadConverter } from '@temporalio/common';
import type { Headers } from '@temporalio/common';
import type { Logger } from 'pino';
import { TRACE_HEADERS } from '../domain/trace.ts';
import type { Trace } from '../domain/trace.ts';
import type { DeliveryInput } from '../../workflows/messages.ts';
import { tracing } from './trace.ts';

/** A finished attempt of an activity. */
export interface AttemptRecord {
  readonly activity: string;
  readonly outcome: 'done' | 'failed';
  readonly ms: number;
}

interface Input {
  readonly args: unknown[];
  readonly headers: Headers;
}

/**
 * Runs each attempt of an activity under its trace, logs one line for it, and passes it to `count`.
 * Temporal's SDK logs the error of a failed attempt.
 */
export function tracedAttempts(log: Logger, count: (attempt: AttemptRecord) => void) {
  return ({ info }: Context) => ({
    inbound: {
      async execute(input: Input, next: (input: Input) => Promise<unknown>): Promise<unknown> {
        const began = performance.now();
        const trace = traceOf(input.headers);
        const report = (outcome: AttemptRecord['outcome']): void => {
          const { activityType: activity, attempt, workflowExecution, taskQueue } = info;
          const ms = performance.now() - began;
          count({ activity, outcome, ms });
          const of = { workflowId: workflowExecution?.workflowId, activity, attempt, taskQueue };
          log.info({ ...trace, ...of, outcome, ms: Math.round(ms * 10) / 10 }, 'activity');
        };
        try {
          const result = await (trace === null ? next(input) : tracing.run(trace, () => next(input)));
          report('done');
          return result;
        } catch (error) {
          report('failed');
          throw error;
        }
      },
    },
  });
}

/**
 * Logs and counts the first attempts of deliveries as attempts of `attemptDelivery`. They run outside of any
 * activity, under the trace of the call that wrote the delivery.
 */
export function reportedFirstAttempt(
  attempt: (delivery: DeliveryInput) => Promise<boolean>,
  log: Logger,
  count: (attempt: AttemptRecord) => void,
): (delivery: DeliveryInput) => Promise<boolean> {
  return async (delivery) => {
    const began = performance.now();
    const report = (outcome: AttemptRecord['outcome']): void => {
      const ms = performance.now() - began;
      count({ activity: 'attemptDelivery', outcome, ms });
      log.info(
        { ...tracing.getStore(), ...delivery, outcome, ms: Math.round(ms * 10) / 10 },
        'first attempt of a webhook',
      );
    };
    try {
      const isLeft = await attempt(delivery);
      report('done');
      return isLeft;
    } catch (error) {
      report('failed');
      throw error;
    }
  };
}

function traceOf(headers: Headers): Trace | null {
  const read = (name: string): string | null => {
    const payload = headers[name];
    return payload === undefined ? null : defaultPayloadConverter.fromPayload<string>(payload);
  };
  const [requestId, traceparent] = [read(TRACE_HEADERS.requestId), read(TRACE_HEADERS.traceparent)];
  return requestId === null || traceparent === null ? null : { requestId, traceparent };
}

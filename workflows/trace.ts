import { AsyncLocalStorage } from '@temporalio/workflow';
import type { Headers, WorkflowInterceptors } from '@temporalio/workflow';
import { TRACE_HEADERS } from '../src/domain/trace.ts';

const NAMES: readonly string[] = Object.values(TRACE_HEADERS);

/**
 * Passes the trace of each message on to the steps that it causes. Steps that a timer causes carry the trace
 * of the call that started the workflow. It adds headers and no commands, so older histories still replay.
 */
export function interceptors(): WorkflowInterceptors {
  const current = new AsyncLocalStorage<Headers>();
  const within = <T>(headers: Headers, work: () => T): T => {
    const sent = Object.entries(headers).filter(([name]) => NAMES.includes(name));
    return sent.length === 0 ? work() : current.run(Object.fromEntries(sent), work);
  };
  const traced = <Input extends { readonly headers: Headers }>(input: Input): Input => {
    const trace = current.getStore();
    return trace === undefined ? input : { ...input, headers: { ...input.headers, ...trace } };
  };
  return {
    inbound: [
      {
        execute: (input, next) => within(input.headers, () => next(input)),
        handleUpdate: (input, next) => within(input.headers, () => next(input)),
        handleSignal: (input, next) => within(input.headers, () => next(input)),
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(traced(input)),
        scheduleLocalActivity: (input, next) => next(traced(input)),
        startChildWorkflowExecution: (input, next) => next(traced(input)),
        signalWorkflow: (input, next) => next(traced(input)),
        continueAsNew: (input, next) => next(traced(input)),
      },
    ],
  };
}

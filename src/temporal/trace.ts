import type { WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { TRACE_HEADERS } from '../domain/trace.ts';
import type { Trace } from '../domain/trace.ts';
import { tracing } from '../telemetry/trace.ts';

/**
 * Adds the trace of the API call to every command to a workflow: as headers, which the workflow's steps
 * inherit, and as memo of a workflow that it starts, which the Web UI shows. A command without an API call
 * carries no trace.
 */
export const traceInterceptor: WorkflowClientInterceptor = {
  startWithDetails: (input, next) =>
    next({ ...input, headers: { ...input.headers, ...headers() }, options: withMemo(input.options) }),
  signalWithStart: (input, next) =>
    next({ ...input, headers: { ...input.headers, ...headers() }, options: withMemo(input.options) }),
  signal: (input, next) => next({ ...input, headers: { ...input.headers, ...headers() } }),
  startUpdate: (input, next) => next({ ...input, headers: { ...input.headers, ...headers() } }),
  startUpdateWithStart: (input, next) =>
    next({
      ...input,
      workflowStartHeaders: { ...input.workflowStartHeaders, ...headers() },
      workflowStartOptions: withMemo(input.workflowStartOptions),
      updateHeaders: { ...input.updateHeaders, ...headers() },
    }),
};

function headers() {
  return Object.fromEntries(
    Object.entries(named(tracing.getStore())).map(([name, text]) => [
      name,
      defaultPayloadConverter.toPayload(text),
    ]),
  );
}

function withMemo<T extends { memo?: Record<string, unknown> }>(options: T): T {
  const trace = tracing.getStore();
  return trace === undefined ? options : { ...options, memo: { ...options.memo, ...named(trace) } };
}

function named(trace: Trace | undefined): Record<string, string> {
  if (trace === undefined) return {};
  return { [TRACE_HEADERS.requestId]: trace.requestId, [TRACE_HEADERS.traceparent]: trace.traceparent };
}

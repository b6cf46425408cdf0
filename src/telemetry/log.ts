import pino from 'pino';

/** The most causes of an error that the log follows. */
const DEEPEST = 5;

/**
 * The options of pino for a process. Only the listed fields of an error are logged: PostgreSQL's messages
 * quote the whole row, and libraries attach the request to their errors.
 */
export function logOptions(service: 'api' | 'worker' | 'codec', level: string) {
  const fault = (error: unknown): unknown => faultOf(error, DEEPEST);
  return { level, base: { service }, serializers: { err: fault, error: fault } };
}

/**
 * Opens standard output for a line a call. Lines are written together, beside the calls and not before their
 * answers: being killed may lose the last tenth of a second, any other end writes them. A write wakes a
 * thread, so one takes some fifty lines; pino writes at most 16 KiB at once.
 */
export function callLines(): ReturnType<typeof pino.destination> {
  return pino.destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 100 });
}

/** The only fields of a call that the API's log may contain. */
type OfACall =
  | 'requestId'
  | 'traceparent'
  | 'method'
  | 'route'
  | 'status'
  | 'orgId'
  | 'env'
  | 'credential'
  | 'idempotency'
  | 'reason'
  | 'detail';

/**
 * The log line of a call: the listed fields that are known. It has no body, query, header, address or path,
 * because those contain personal data. Pino leaves out what is undefined. One object of fixed shape: every
 * call writes a line.
 */
export function lineOf(
  call: Readonly<Record<OfACall, unknown>> & { readonly ms: number },
): Readonly<Record<OfACall, unknown>> & { readonly ms: number } {
  return {
    requestId: call.requestId,
    traceparent: call.traceparent,
    method: call.method,
    route: call.route ?? undefined,
    status: call.status,
    orgId: call.orgId ?? undefined,
    env: call.env ?? undefined,
    credential: call.credential ?? undefined,
    idempotency: call.idempotency ?? undefined,
    reason: call.reason ?? undefined,
    detail: call.detail ?? undefined,
    ms: Math.round(call.ms * 10) / 10,
  };
}

function faultOf(error: unknown, depth: number): unknown {
  if (!(error instanceof Error)) return String(error);
  const {
    name,
    code,
    constraint,
    table,
    cause,
    stack = '',
  } = error as Error & Record<string, unknown> & { stack?: string };
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const record = { type: name, message: messageOf(error), code, constraint, table, stack: frames.join('\n') };
  if (depth === 0) return record;
  const causes = error instanceof AggregateError ? error.errors : cause === undefined ? [] : [cause];
  return causes.length === 0
    ? record
    : { ...record, causes: causes.map((one: unknown) => faultOf(one, depth - 1)) };
}

/**
 * The message of an error without the values that it quotes. PostgreSQL repeats a value that does not fit its
 * type (SQLSTATE class 22), and MikroORM appends PostgreSQL's detail, which quotes keys and rows.
 */
function messageOf(error: Error): string {
  const { code } = error as { code?: unknown };
  const message = error.message.replace(/\n - detail: .*$/s, '');
  return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)
    ? message.replaceAll(/".*"/gs, '"…"')
    : message;
}

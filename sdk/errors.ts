/**
 * The API refused a call. `reason` is one of the reasons in the reference, word for word. `requestId` finds
 * the call in logs and in the request log.
 */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError';
  readonly operation: string;
  readonly status: number;
  readonly reason: string;
  /** The exact cause and its place. For people: its text may change. */
  readonly detail: string | null;
  /** The remedy. For people: its text may change. */
  readonly hint: string | null;
  readonly requestId: string | null;
  /** The whole answer. Some refusals carry more fields than their reason. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(
    operation: string,
    refusal: {
      readonly status: number;
      readonly body: Readonly<Record<string, unknown>>;
      readonly requestId: string | null;
    },
  ) {
    const reason =
      typeof refusal.body['error'] === 'string' ? refusal.body['error'] : 'an answer that is not of this API';
    const [detail, hint] = [textOf(refusal.body['detail']), textOf(refusal.body['hint'])];
    const said = [`${refusal.status} ${reason}`, detail, hint].filter((part) => part !== null).join(' – ');
    super(`${operation}: ${said} (request ${refusal.requestId ?? 'without id'})`);
    this.detail = detail;
    this.hint = hint;
    this.operation = operation;
    this.status = refusal.status;
    this.reason = reason;
    this.requestId = refusal.requestId;
    this.body = refusal.body;
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * The call got no answer from the API: name resolution, connection or timeout failed, or another server
 * answered. `cause` holds the reason. The call may have taken effect.
 */
export class PaymentsUnreachable extends Error {
  override readonly name = 'PaymentsUnreachable';
  readonly operation: string;
  readonly attempts: number;

  constructor(
    operation: string,
    about: { readonly url: string; readonly attempts: number; readonly cause: unknown },
  ) {
    super(
      `${operation}: no answer from ${about.url} after ${about.attempts} attempt(s): ${whyOf(about.cause)}`,
      { cause: about.cause },
    );
    this.operation = operation;
    this.attempts = about.attempts;
  }
}

/** The reason of a failed fetch, which only says `fetch failed` and keeps the reason in its cause. */
function whyOf(cause: unknown): string {
  const {
    name = '',
    message = '',
    cause: deeper,
  } = cause as { name?: string; message?: string; cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return 'timed out';
  return deeper?.code ?? deeper?.message ?? (message || String(cause));
}

/** The call was not sent: the client lacks a suitable credential, or the call a parameter. */
export class PaymentsUsageError extends TypeError {
  override readonly name = 'PaymentsUsageError';
  readonly lacks: 'credential' | 'parameter';
  /** The credentials that the call accepts, any one of them. Empty when a parameter is missing. */
  readonly credentials: readonly string[];

  constructor(message: string, lacks: 'credential' | 'parameter', credentials: readonly string[] = []) {
    super(message);
    this.lacks = lacks;
    this.credentials = credentials;
  }
}

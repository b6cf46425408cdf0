import { CommanderError } from 'commander';
import { PaymentsError, PaymentsUnreachable, PaymentsUsageError } from '../errors.ts';
import { NotReadyError, UsageError } from './command.ts';
import { stylerOf } from './output.ts';

export const EXIT = { done: 0, refused: 1, usage: 2, unreachable: 3, notReady: 4 } as const;

/** The remedies of refusals that a command line often causes. */
const REMEDIES: Readonly<Record<string, string>> = {
  'invalid or expired session': 'sign in again: payments login --email <address>',
  'missing x-api-key': 'make a key: payments keys create --name <name>',
  'invalid x-api-key': 'make a new key: payments keys create --name <name>',
  'key scope required': 'make a key with this scope: payments keys create --name <name> --scopes <scope>',
  'too many keys': 'revoke one: payments keys list, payments keys revoke <key id>',
  'org_id required': 'choose one: payments orgs use <id>',
  'org not found': 'see which are yours: payments orgs list',
  'insufficient balance': 'the sandbox has no money of its own: a payout needs captured sales first',
  'invalid or expired code': 'ask for another: payments login --email <address>',
  'rate limited': 'wait and try again',
};

/** The words of the command line for a missing credential, by the name of the client's option. */
const LACKS: Readonly<Record<string, string>> = {
  session: 'nobody is signed in',
  apiKey: 'there is no API key',
  operator: 'operators’ calls are not for this command line',
};

/**
 * Prints an error with what the API says besides, the API that was asked, and the remedy. Returns the exit
 * code. Throws a fault of this program again.
 */
export function explain(
  error: unknown,
  { json, apiUrl }: { readonly json: boolean; readonly apiUrl: string | null },
): number {
  const code = codeOf(error);
  if (code === null) throw error;
  const message = messageOf(error);
  const remedy = remedyOf(error);
  const refusal = error as Partial<PaymentsError>;
  const { status = null, reason = null, requestId = null, detail = null, hint = null } = refusal;
  if (json) {
    const facts = { message, status, reason, request_id: requestId, remedy, detail, hint, api_url: apiUrl };
    console.error(JSON.stringify({ error: facts }));
    return code;
  }
  const style = stylerOf(process.stderr);
  const isAboutApi = code !== EXIT.usage && apiUrl !== null && !message.includes(apiUrl);
  const lines = [`${style('red', 'payments:')} ${message}${isAboutApi ? ` (API ${apiUrl})` : ''}`];
  for (const line of [detail, hint]) if (line) lines.push(`  ${line}`);
  if (remedy !== null) lines.push(`  ${style('cyan', remedy)}`);
  console.error(lines.join('\n'));
  return code;
}

function codeOf(error: unknown): number | null {
  if (error instanceof PaymentsError) return EXIT.refused;
  if (error instanceof PaymentsUnreachable) return EXIT.unreachable;
  if (error instanceof NotReadyError || lacksCredential(error)) return EXIT.notReady;
  const isUsage = [UsageError, PaymentsUsageError, CommanderError].some((kind) => error instanceof kind);
  return isUsage ? EXIT.usage : null;
}

function messageOf(error: unknown): string {
  if (lacksCredential(error)) return error.credentials.map((name) => LACKS[name]).join(', and ');
  // Detail and hint of a refusal get lines of their own.
  if (error instanceof PaymentsError)
    return `${error.operation}: ${error.status} ${error.reason} (request ${error.requestId ?? 'without id'})`;
  return (error as Error).message.replace(/^error: /, '').replaceAll('\n', ' ');
}

const lacksCredential = (error: unknown): error is PaymentsUsageError =>
  error instanceof PaymentsUsageError && error.lacks === 'credential';

function remedyOf(error: unknown): string | null {
  if (error instanceof NotReadyError) return error.remedy;
  if (error instanceof PaymentsUnreachable)
    return 'is the API running there? `npm start` brings one up; --api <url> names another';
  if (error instanceof PaymentsError) return REMEDIES[error.reason.replace(/:.*/, '')] ?? null;
  if (lacksCredential(error))
    return error.credentials.includes('operator')
      ? null
      : 'payments login --email <address>, then payments keys create --name <name>';
  return 'payments --help lists commands and options';
}

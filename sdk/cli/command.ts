import type { Payments } from '../client.ts';
import type { Memory } from './profile.ts';

/** The command line is wrong. Exit code 2. */
export class UsageError extends Error {}

/** Something is missing that another command makes. Exit code 4. */
export class NotReadyError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** What a command works with. */
export interface Context {
  readonly api: Payments;
  readonly memory: Memory;
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: readonly string[];
  /** The API key and session in use, where they are known. */
  readonly apiKey: string | undefined;
  /** Whether the key is from the environment. It need not be of the organization that was chosen. */
  readonly keyIsGiven: boolean;
  readonly session: string | undefined;
  /** From the environment alone. What is remembered may have been replaced by somebody else. */
  readonly webhookSecret: string | undefined;
  /** For people, on the error stream: what is going on. */
  note(line: string): void;
  /** The result: as JSON on one line under `--json`, else as these lines. */
  answer(result: unknown, lines: readonly string[]): void;
  /** Aborted by Ctrl-C and its like, for a command that stays. */
  readonly signal: AbortSignal;
}

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly about: string;
}

export interface Command {
  readonly about: string;
  /** What follows the command's name in its usage. */
  readonly takes?: string;
  readonly options?: Readonly<Record<string, Option>>;
  /** It goes on until Ctrl-C, and then ends in its own time. */
  readonly stays?: true;
  /** What else a stranger should know. */
  readonly more?: readonly string[];
  run(context: Context): Promise<void>;
}

/** A flag's text. Refuses the command line when it must be there and is not. */
export function textFlag({ flags }: Context, name: string): string {
  const value = flags[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is missing`);
  return value;
}

/** A flag's whole number, or null without it. */
export function numberFlag({ flags }: Context, name: string): number | null {
  const value = flags[name];
  if (value === undefined) return null;
  if (typeof value !== 'string' || !/^\d+$/.test(value)) throw new UsageError(`--${name} must be a whole number`);
  return Number(value);
}

/** The word at this place of the command line. */
export function word({ words }: Context, place: number, what: string): string {
  const found = words[place];
  if (found === undefined) throw new UsageError(`${what} is missing`);
  return found;
}

/**
 * The organization to act for: `--org` or PAYMENTS_ORG; else that of the key in PAYMENTS_API_KEY; else the one made or chosen last.
 * Fails, naming the remedy, when there is none.
 */
export async function orgOf({ api, flags, memory, apiKey, keyIsGiven }: Context): Promise<string> {
  const named = flags['org'];
  if (typeof named === 'string' && named !== '') return named;
  if (apiKey !== undefined && keyIsGiven) return (await api.apiKeys.verifyApiKey()).org_id;
  if (memory.profile.org_id !== undefined) return memory.profile.org_id;
  throw new NotReadyError('no organization is chosen', 'payments orgs create --name <name> --country <US>, or payments orgs use <id>');
}

/** Keeps something of an organization. */
export async function rememberOrg({ memory }: Context, orgId: string, more: object): Promise<void> {
  const orgs = { ...memory.profile.orgs, [orgId]: { ...memory.profile.orgs?.[orgId], ...more } };
  await memory.remember({ orgs });
}

/** An amount as people write it, with its currency. */
export function money(minor: number, currency: string): string {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  return `${(minor / 10 ** digits).toFixed(digits)} ${currency}`;
}

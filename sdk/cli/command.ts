import type { Payments } from '../client.ts';
import type { Table } from './output.ts';
import type { Memory } from './profile.ts';

/** The command line is invalid. Exit code 2. */
export class UsageError extends Error {}

/** A prerequisite is missing that another command creates. Exit code 4. */
export class NotReadyError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** The context of a running command. */
export interface Context {
  readonly api: Payments;
  readonly memory: Memory;
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: readonly string[];
  /** The API key and session in use, if known. */
  readonly apiKey: string | undefined;
  /** True when the key is from the environment. It may belong to another organization than the chosen one. */
  readonly keyIsGiven: boolean;
  readonly session: string | undefined;
  /** From the environment only. */
  readonly webhookSecret: string | undefined;
  /** Prints progress for people, on the error stream. */
  note(line: string): void;
  /** Prints the result: as JSON on one line under `--json`, else these lines, or the rows as a table. */
  answer(result: unknown, shown: readonly string[] | Table): void;
  /** Aborted by Ctrl-C and similar signals, for a command that stays. */
  readonly signal: AbortSignal;
}

export interface Option {
  /** The name of its value. Without one the option is a switch. */
  readonly takes?: string;
  readonly about: string;
  /** The only values. */
  readonly choices?: readonly string[];
}

export interface Argument {
  /** `<id>` is required, `[id]` is not, `[ids...]` takes all that follow. */
  readonly name: string;
  readonly about: string;
  readonly choices?: readonly string[];
  /** True: `choices` are for completion only, and the command judges the value. */
  readonly isOpen?: true;
}

export interface Command {
  readonly about: string;
  readonly args?: readonly Argument[];
  readonly options?: Readonly<Record<string, Option>>;
  /** True for a command that runs until Ctrl-C and then ends cleanly. */
  readonly stays?: true;
  /** Its words after the name, for the examples of its help. */
  readonly examples?: readonly string[];
  /** Further paragraphs of its help. */
  readonly more?: readonly string[];
  run(context: Context): Promise<void>;
}

/** The text of a required flag. Throws a UsageError when it is missing. */
export function textFlag({ flags }: Context, name: string): string {
  const value = flags[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is missing`);
  return value;
}

/** The whole number of a flag, or null without it. */
export function numberFlag({ flags }: Context, name: string): number | null {
  const value = flags[name];
  if (value === undefined) return null;
  if (typeof value !== 'string' || !/^\d+$/.test(value))
    throw new UsageError(`--${name} must be a whole number`);
  return Number(value);
}

/** The word at this place of the command line. Throws a UsageError when it is missing. */
export function word({ words }: Context, place: number, what: string): string {
  const found = words[place];
  if (found === undefined) throw new UsageError(`${what} is missing`);
  return found;
}

/**
 * The organization to act for: `--org` or PAYMENTS_ORG, else the one of the key in PAYMENTS_API_KEY, else the
 * one created or chosen last. Throws an error with the remedy when there is none.
 */
export async function orgOf(context: Context): Promise<string> {
  const { api, flags, memory, apiKey, session, keyIsGiven } = context;
  const named = flags['org'];
  if (typeof named === 'string' && named !== '') return named;
  if (apiKey !== undefined && keyIsGiven) return (await api.apiKeys.verifyApiKey()).org_id;
  if (memory.profile.org_id !== undefined) return memory.profile.org_id;
  if (apiKey === undefined && session === undefined)
    throw new NotReadyError('nobody is signed in', 'payments login --email <address>');
  throw new NotReadyError(
    'no organization is chosen',
    'payments orgs create --name <name> --country <US>, or payments orgs use <id>',
  );
}

/** Stores facts about an organization. */
export async function rememberOrg({ memory }: Context, orgId: string, more: object): Promise<void> {
  const orgs = { ...memory.profile.orgs, [orgId]: { ...memory.profile.orgs?.[orgId], ...more } };
  await memory.remember({ orgs });
}

/** Formats an amount in the currency's decimals, with the currency code. */
export function money(minor: number, currency: string): string {
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  return `${(minor / 10 ** digits).toFixed(digits)} ${currency}`;
}

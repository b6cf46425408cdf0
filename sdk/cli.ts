#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { accountCommands } from './cli/account.ts';
import { call } from './cli/call.ts';
import { NotReadyError, UsageError } from './cli/command.ts';
import type { Command, Context, Option } from './cli/command.ts';
import { listen } from './cli/listen.ts';
import { logs } from './cli/logs.ts';
import { payoutCommands } from './cli/payouts.ts';
import { configFile, openMemory } from './cli/profile.ts';
import { sandboxCommands } from './cli/sandbox.ts';
import { webhookCommands } from './cli/webhooks.ts';
import { createPayments } from './client.ts';
import { PaymentsError, PaymentsUnreachable, PaymentsUsageError } from './errors.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  ...accountCommands,
  ...webhookCommands,
  listen,
  ...sandboxCommands,
  ...payoutCommands,
  logs,
  call,
};
const COMMON = {
  api: {
    type: 'string',
    about:
      'where the API is; else the one used last, that of PAYMENTS_DEFAULT_API_URL, or http://127.0.0.1:3000',
  },
  org: { type: 'string', about: 'which organization to act for; the one made or chosen last' },
  config: { type: 'string', about: 'the file in which sign-in, keys and positions are kept' },
  json: { type: 'boolean', about: 'for scripts: each result is one line of JSON, and so is an error' },
  help: { type: 'boolean', short: 'h', about: 'this text' },
} as const;
const EXIT = { done: 0, refused: 1, usage: 2, unreachable: 3, notReady: 4 } as const;

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

const usage = (): string =>
  [
    'payments <command> [options]',
    '',
    'The first steps, against the stack of `npm start`:',
    '  payments login --email you@example.com --inbox http://127.0.0.1:1080',
    '  payments orgs create --name "Corner Coffee" --country US',
    '  payments keys create --name till',
    '  payments listen --forward-to http://127.0.0.1:4000/webhooks',
    '  payments trigger charge.captured',
    '',
    'Commands:',
    ...Object.entries(COMMANDS).map(
      ([name, { takes = '', about }]) => `  ${`${name} ${takes}`.trimEnd()}\n      ${about}`,
    ),
    '',
    'payments <command> --help says more of one. Options of every command:',
    ...optionLines(COMMON),
    '',
    'From the environment, before what is kept: PAYMENTS_API_URL, PAYMENTS_API_KEY, PAYMENTS_SESSION, PAYMENTS_ORG, PAYMENTS_WEBHOOK_SECRET',
    'Exit codes: 0 done, 1 refused by the API, 2 wrong command line, 3 no answer from the API, 4 something is missing first',
  ].join('\n');

const helpOf = (name: string, { about, takes = '', options = {}, more = [] }: Command): string =>
  [
    `payments ${name} ${takes}`.trimEnd(),
    `  ${about}`,
    ...(Object.keys(options).length === 0 ? [] : ['', ...optionLines(options)]),
    ...(more.length === 0 ? [] : ['', ...more]),
    '',
    'Options of every command: --api <url>, --org <id>, --config <file>, --json; `payments help` explains them.',
  ].join('\n');

function optionLines(options: Readonly<Record<string, Option>>): string[] {
  const names = Object.entries(options).map(
    ([name, { type }]) => `--${name}${type === 'string' ? ' <…>' : ''}`,
  );
  const width = Math.max(...names.map(({ length }) => length));
  return Object.values(options).map(({ about }, index) => `  ${names[index]?.padEnd(width)}  ${about}`);
}

/** The command at the start of these words, and the rest of them. */
function find(argv: readonly string[]): { name: string; command: Command; rest: string[] } {
  for (const length of [2, 1]) {
    const name = argv.slice(0, length).join(' ');
    const command = COMMANDS[name];
    if (command !== undefined) return { name, command, rest: argv.slice(length) };
  }
  throw new UsageError(
    argv.length === 0 ? 'no command is given' : `there is no command ${argv.slice(0, 2).join(' ')}`,
  );
}

async function contextOf(command: Command, rest: string[], signal: AbortSignal): Promise<Context> {
  const { values, positionals } = parseArgs({
    args: rest,
    options: { ...command.options, ...COMMON },
    allowPositionals: true,
  });
  const flags = values as Record<string, string | boolean | undefined>;
  const { env } = process;
  const apiUrl = textOf(flags['api'] ?? env['PAYMENTS_API_URL']);
  const memory = await openMemory(
    textOf(flags['config']) ?? configFile(env),
    apiUrl,
    textOf(env['PAYMENTS_DEFAULT_API_URL']),
  );
  const named = textOf(flags['org'] ?? env['PAYMENTS_ORG']);
  const givenKey = textOf(env['PAYMENTS_API_KEY']);
  // The chosen organization's facts do not apply to a key from the environment.
  const orgId = named ?? (givenKey === undefined ? memory.profile.org_id : undefined);
  const known = orgId === undefined ? undefined : memory.profile.orgs?.[orgId];
  const apiKey = givenKey ?? known?.api_key;
  const session = textOf(env['PAYMENTS_SESSION']) ?? memory.profile.session;
  return {
    api: createPayments({ baseUrl: memory.apiUrl, apiKey, session }),
    memory,
    flags: { ...flags, ...(named !== undefined && { org: named }) },
    words: positionals,
    apiKey,
    keyIsGiven: givenKey !== undefined,
    session,
    webhookSecret: textOf(env['PAYMENTS_WEBHOOK_SECRET']),
    note: (line) => console.error(line),
    answer: (result, lines) =>
      console.log(flags['json'] === true ? JSON.stringify(result) : lines.join('\n')),
    signal,
  };
}

/** An empty setting counts as absent. */
function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The terminal's words for a missing credential, by the name of the client's option. */
const LACKS: Readonly<Record<string, string>> = {
  session: 'nobody is signed in',
  apiKey: 'there is no API key',
  operator: 'operators’ calls are not for this command line',
};

/** Prints the error and its remedy. Returns the exit code. */
function explain(error: unknown, json: boolean): number {
  const code = codeOf(error);
  if (code === null) throw error;
  const message = lacksCredential(error)
    ? error.credentials.map((name) => LACKS[name]).join(', and ')
    : (error as Error).message;
  const remedy = remedyOf(error);
  const { status = null, reason = null, requestId = null } = error as Partial<PaymentsError>;
  if (json)
    console.error(JSON.stringify({ error: { message, status, reason, request_id: requestId, remedy } }));
  else console.error(`payments: ${message}${remedy === null ? '' : `\n  ${remedy}`}`);
  return code;
}

function codeOf(error: unknown): number | null {
  if (error instanceof PaymentsError) return EXIT.refused;
  if (error instanceof PaymentsUnreachable) return EXIT.unreachable;
  if (error instanceof NotReadyError || lacksCredential(error)) return EXIT.notReady;
  const ofParseArgs = String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
  return error instanceof UsageError || error instanceof PaymentsUsageError || ofParseArgs
    ? EXIT.usage
    : null;
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

async function main(argv: readonly string[]): Promise<number> {
  const json = argv.includes('--json');
  try {
    if (argv.length === 0 || argv[0] === 'help' || argv[0] === '--help' || argv[0] === '-h') {
      console.log(usage());
      return argv.length === 0 ? EXIT.usage : EXIT.done;
    }
    const { name, command, rest } = find(argv);
    if (rest.includes('--help') || rest.includes('-h')) {
      console.log(helpOf(name, command));
      return EXIT.done;
    }
    const ending = new AbortController();
    // Only for these: a signal ends any other command at once.
    if (command.stays === true)
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
    await command.run(await contextOf(command, rest, ending.signal));
    return EXIT.done;
  } catch (error) {
    return explain(error, json);
  }
}

process.exitCode = await main(process.argv.slice(2));

import { createPayments } from '../client.ts';
import type { Context } from './command.ts';
import { createProgress, tableLines } from './output.ts';
import { configFile, openMemory } from './profile.ts';

export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** The words of a command line, parsed. */
interface Given {
  readonly flags: Flags;
  readonly words: readonly string[];
  readonly signal: AbortSignal;
  /** True for a command that waits by its nature: it shows no progress. */
  readonly stays: boolean;
}

/** Makes the context of a command: credentials and organization from options, environment and profile. */
export async function contextOf({ flags, words, signal, stays }: Given): Promise<Context> {
  const { env } = process;
  const [stackName, stackUrl] = [textOf(env['PAYMENTS_STACK']), textOf(env['PAYMENTS_STACK_API_URL'])];
  const memory = await openMemory(textOf(flags['config']) ?? configFile(env), {
    apiUrl: textOf(flags['api'] ?? env['PAYMENTS_API_URL']),
    stack: stackName && stackUrl ? { name: stackName, apiUrl: stackUrl } : undefined,
  });
  const named = textOf(flags['org'] ?? env['PAYMENTS_ORG']);
  const givenKey = textOf(env['PAYMENTS_API_KEY']);
  // The chosen organization's facts do not apply to a key from the environment.
  const orgId = named ?? (givenKey === undefined ? memory.profile.org_id : undefined);
  const known = orgId === undefined ? undefined : memory.profile.orgs?.[orgId];
  const apiKey = givenKey ?? known?.api_key;
  const session = textOf(env['PAYMENTS_SESSION']) ?? memory.profile.session;
  const isJson = flags['json'] === true;
  const progress = createProgress(process.stderr, !stays && !isJson);
  return {
    api: createPayments({ baseUrl: memory.apiUrl, apiKey, session, fetch: progress.fetch }),
    memory,
    flags: { ...flags, ...(named !== undefined && { org: named }) },
    words,
    apiKey,
    keyIsGiven: givenKey !== undefined,
    session,
    webhookSecret: textOf(env['PAYMENTS_WEBHOOK_SECRET']),
    note: (line) => {
      progress.clear();
      console.error(line);
    },
    answer: (result, shown) => {
      if (isJson) return console.log(JSON.stringify(result));
      const lines = 'head' in shown ? tableLines(shown, process.stdout) : shown;
      console.log(lines.join('\n'));
    },
    signal,
  };
}

/** An empty setting counts as absent. */
function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

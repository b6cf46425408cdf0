import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const DEFAULT_API = 'http://127.0.0.1:3000';

/** The stored facts about an organization. */
export interface OrgMemory {
  readonly api_key?: string;
}

/** The stored facts about one API. Sessions and keys of one address are never sent to another. */
export interface Profile {
  readonly email?: string;
  readonly session?: string;
  /** The environment of the session. */
  readonly env?: string;
  readonly org_id?: string;
  readonly orgs?: Readonly<Record<string, OrgMemory>>;
}

interface ConfigFile {
  readonly api_url?: string;
  readonly profiles?: Readonly<Record<string, Profile>>;
}

export interface Memory {
  readonly apiUrl: string;
  readonly profile: Profile;
  /** The path of a state file of this kind, next to the configuration. */
  stateFile(kind: string, about: readonly string[]): string;
  /** Adds facts about this API, and makes it the default from now on. */
  remember(more: Profile): Promise<void>;
  /** Forgets all facts about this API except the given ones. */
  forget(but: Profile): Promise<void>;
}

/** The default path of the configuration. `--config` overrides it. */
export function configFile(environment: NodeJS.ProcessEnv): string {
  return join(
    environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'),
    'merchant-payments',
    'config.json',
  );
}

/**
 * The stack of a checkout. It may take another port at its next start, and another stack may take its port.
 */
export interface CheckoutStack {
  /** The directory of its data, which tells it from every other stack. */
  readonly name: string;
  readonly apiUrl: string;
}

/**
 * Opens the stored facts about an API: the one at `apiUrl`, else the checkout's, else the one used last. The
 * facts about a checkout's stack are stored under its name, so that a change of port keeps them.
 */
export async function openMemory(
  file: string,
  { apiUrl, stack }: { readonly apiUrl?: string | undefined; readonly stack?: CheckoutStack | undefined },
): Promise<Memory> {
  const config = await readJson<ConfigFile>(file, {});
  const url = (apiUrl ?? stack?.apiUrl ?? config.api_url ?? DEFAULT_API).replace(/\/+$/, '');
  const name = url === stack?.apiUrl ? `stack ${stack.name}` : url;
  let profile = config.profiles?.[name] ?? {};
  const write = async (known: Profile) => {
    profile = known;
    // Another command may have written in the meantime, so only this API's part is replaced.
    const newest = await readJson<ConfigFile>(file, {});
    await writePrivate(file, { api_url: url, profiles: { ...newest.profiles, [name]: profile } });
  };
  return {
    apiUrl: url,
    get profile() {
      return profile;
    },
    stateFile: (kind, about) =>
      join(
        dirname(file),
        `${kind}-${createHash('sha256')
          .update([name, ...about].join('\n'))
          .digest('hex')
          .slice(0, 16)}.json`,
      ),
    remember: (more) => write({ ...profile, ...more }),
    forget: write,
  };
}

/** Parses a JSON file. Returns `otherwise` if the file is absent. */
export async function readJson<T>(file: string, otherwise: T): Promise<T> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? otherwise : (JSON.parse(text) as T);
}

/** Writes a file for the user only (mode 0600), atomically. */
export async function writePrivate(file: string, content: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const written = `${file}.${process.pid}`;
  await writeFile(written, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(written, file);
}

import { NotReadyError, orgOf, rememberOrg, textFlag, word } from './command.ts';
import type { Command, Context } from './command.ts';
import { signInByHand, signInByInbox } from './people.ts';

/** Commands for sign-in, organizations and keys. */
export const accountCommands: Readonly<Record<string, Command>> = {
  login: {
    about: 'sign in with a mailed code; the session is stored',
    examples: ['--email you@example.com', '--email you@example.com --inbox http://127.0.0.1:1080'],
    options: {
      email: { takes: 'address', about: 'yours; a new address is signed up' },
      code: { takes: 'code', about: 'the mailed code; default: it is asked for' },
      inbox: { takes: 'url', about: 'the mail inbox that `npm start` prints: the code is read there' },
    },
    run: logIn,
  },
  logout: {
    about: 'end the session and forget it',
    async run({ api, memory, session, answer }) {
      if (session !== undefined) await api.signIn.signOut();
      const { session: _, env: __, ...rest } = memory.profile;
      await memory.forget(rest);
      answer({ ok: true }, ['Signed out.']);
    },
  },
  whoami: {
    about: 'who is signed in, and for which organization',
    async run(context) {
      const me = await context.api.users.getMe();
      const { memory, apiKey } = context;
      const org_id = memory.profile.org_id ?? null;
      context.answer({ ...me, org_id, api_url: memory.apiUrl, has_api_key: apiKey !== undefined }, [
        `${me.email} (${me.user_id}) at ${memory.apiUrl}`,
        `organization: ${org_id ?? 'none chosen'}; API key: ${apiKey === undefined ? 'none' : `${apiKey.slice(0, 12)}…`}`,
      ]);
    },
  },
  'orgs list': {
    about: 'your organizations',
    async run({ api, answer, memory }) {
      const orgs = await all(api.organizations.listOrgs.each());
      const rows = orgs.map((org) => [
        org.org_id === memory.profile.org_id ? '*' : '',
        org.org_id,
        org.country_code,
        org.role,
        org.name,
      ]);
      const none = 'None yet: payments orgs create --name <name> --country <US>';
      answer({ orgs }, { head: ['', 'id', 'country', 'role', 'name'], rows, none });
    },
  },
  'orgs create': {
    about: 'open an organization and choose it',
    examples: ['--name "Corner Coffee" --country US'],
    options: {
      name: { takes: 'name', about: 'of the business' },
      country: { takes: 'code', about: 'two letters, ISO 3166; it sets where payouts can go' },
    },
    async run(context) {
      const org = await context.api.organizations.createOrg({
        name: textFlag(context, 'name'),
        country_code: textFlag(context, 'country'),
      });
      await context.memory.remember({ org_id: org.org_id });
      context.answer(org, [`${org.name} is open: ${org.org_id}`, 'Next: payments keys create --name <name>']);
    },
  },
  'orgs use': {
    about: 'choose the organization that commands act for',
    args: [{ name: '<org-id>', about: 'one of `payments orgs list`' }],
    async run(context) {
      const org = await context.api.organizations.getOrg({ id: word(context, 0, 'the organization’s id') });
      await context.memory.remember({ org_id: org.org_id });
      context.answer(org, [`Acting for ${org.name} (${org.org_id}).`]);
    },
  },
  'keys create': {
    about: 'issue an API key; a sandbox key is stored for later commands',
    examples: ['--name till', '--name web --scopes checkouts,charges --expires 2027-01-01T00:00:00Z'],
    options: {
      name: { takes: 'name', about: 'a label, to tell keys apart' },
      env: {
        takes: 'environment',
        choices: ['sandbox', 'live'],
        about: 'default: sandbox. A live key is printed once and not stored',
      },
      scopes: {
        takes: 'scope,…',
        about: 'of checkouts, charges, returns, payouts, reports, sandbox, comma-separated; default: all',
      },
      expires: { takes: 'time', about: 'RFC 3339, such as 2027-01-01T00:00:00Z; default: never' },
      from: { takes: 'network,…', about: 'networks that may use it, such as 203.0.113.0/24; default: all' },
    },
    run: createKey,
  },
  'keys list': {
    about: 'keys of the organization, without their secrets',
    async run(context) {
      const keys = await all(context.api.apiKeys.listApiKeys.each({ id: await orgOf(context) }));
      const rows = keys.map((key) => [
        key.id,
        `${key.prefix}…`,
        key.env,
        key.status,
        key.scopes.join(','),
        key.name,
      ]);
      const none = 'None yet: payments keys create --name <name>';
      context.answer({ keys }, { head: ['id', 'key', 'env', 'status', 'scopes', 'name'], rows, none });
    },
  },
  'keys revoke': {
    about: 'revoke a key',
    args: [{ name: '<key-id>', about: 'one of `payments keys list`' }],
    async run(context) {
      const key_id = word(context, 0, 'the key’s id');
      await context.api.apiKeys.revokeApiKey({ id: await orgOf(context), key_id });
      context.answer({ ok: true }, [`${key_id} is revoked.`]);
    },
  },
};

async function logIn(context: Context): Promise<void> {
  const { api, flags, memory, signal } = context;
  const address = textFlag(context, 'email');
  const { code, inbox } = flags;
  const signedIn =
    typeof code === 'string'
      ? await api.signIn.verifyCode({ email: address, code })
      : typeof inbox === 'string'
        ? await signInByInbox(api, { inboxUrl: inbox, email: address })
        : await signInByHand(api, address, signal);
  // Another person's organizations and keys are forgotten: this person may not use them.
  const same = memory.profile.email === address;
  await memory.forget({
    ...(same && memory.profile),
    email: address,
    session: signedIn.session_token,
    env: signedIn.env,
  });
  context.answer({ user_id: signedIn.user_id, email: address, env: signedIn.env }, [
    `Signed in as ${address} (${signedIn.env}).`,
  ]);
}

type NewKey = Parameters<Context['api']['apiKeys']['createApiKey']>[0];

async function createKey(context: Context): Promise<void> {
  const { api, flags, answer } = context;
  const env = flags['env'] ?? 'sandbox';
  const org_id = await orgOf(context);
  const made = await api.apiKeys.createApiKey({
    org_id,
    env: env as 'sandbox' | 'live',
    name: textFlag(context, 'name'),
    ...(flags['scopes'] !== undefined && { scopes: list(flags['scopes']) as NonNullable<NewKey['scopes']> }),
    ...(flags['expires'] !== undefined && { expires_at: textFlag(context, 'expires') }),
    ...(flags['from'] !== undefined && { allowed_addresses: list(flags['from']) }),
  });
  // The first answer was lost, and the repeat has no secret.
  if (made.key === null)
    throw new NotReadyError(
      'the key was made, but the answer that told it was lost',
      `payments keys revoke ${made.id}, then make another`,
    );
  // A live key moves real money. It belongs in a secret store, not in a file of the command line.
  if (env === 'sandbox') await rememberOrg(context, org_id, { api_key: made.key });
  answer(made, [
    made.key,
    env === 'sandbox'
      ? 'Kept for later commands.'
      : 'Shown this once and kept nowhere: PAYMENTS_API_KEY gives it to a command.',
  ]);
}

/** The parts of a flag with commas. */
function list(flag: string | boolean): string[] {
  return String(flag)
    .split(',')
    .map((part) => part.trim());
}

/** Collects the rows of a list, up to `most`. */
export async function all<T>(rows: AsyncIterable<T>, most = 1000): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) if (found.push(row) === most) break;
  return found;
}

/** Throws an error with the remedy unless there is a sandbox key. */
export function requireSandboxKey({ apiKey }: Context): void {
  if (apiKey === undefined)
    throw new NotReadyError('there is no API key', 'payments keys create --name <name>, or PAYMENTS_API_KEY');
  if (!apiKey.startsWith('fl_test_'))
    throw new NotReadyError('this works in the sandbox alone', 'use a key that begins with fl_test_');
}

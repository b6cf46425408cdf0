import { z } from 'zod';
import { isCountry } from './domain/countries.ts';
import { currenciesWithoutThresholds } from './domain/monitoring.ts';
import type { ThresholdsByEnvironment } from './domain/monitoring.ts';
import { ENVIRONMENTS } from './domain/environment.ts';
import { OPERATOR_ROLES, operatorsOf } from './domain/operators.ts';
import type { Operator } from './domain/operators.ts';
import { withSecretFiles } from './secret-files.ts';
import { monitoringThresholds } from './threshold-settings.ts';

const wholeNumber = (fallback: number, least = 0) => z.coerce.number().int().min(least).default(fallback);
const port = z.coerce.number().int().min(1).max(65_535).optional();
const positive = z.coerce.number().int().min(1).optional();
const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');
const key32 = z
  .string()
  .refine(
    (text) => Buffer.from(text, 'base64').length === 32,
    'must be 32 bytes in base64 (openssl rand -base64 32)',
  );

/** The base of a partner's paths, without the slash at its end: paths begin with one. */
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const secret = z.string().min(16);
/** One or two secrets with a comma between them: a partner's callbacks may be signed with either. */
const callbackSecrets = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((secrets) => secrets.length <= 2 && secrets.every((one) => one.length >= 16), {
    error: 'must be one or two secrets of 16 characters or more, with a comma between them',
  });
const optionalText = z.preprocess((value) => value || undefined, z.string().optional());
/** Environments with commas between them. */
const environments = optionalText
  .transform((text = ENVIRONMENTS.join(',')) =>
    ENVIRONMENTS.filter((env) => text.split(',').some((one) => one.trim() === env)),
  )
  .refine((found) => found.length > 0, 'must be sandbox, live or sandbox,live');
const countryList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== ''),
  )
  .refine((codes) => codes.every(isCountry), 'must be ISO 3166-1 alpha-2 codes with commas between them');

/** `id:base64,id:base64`: the first key encrypts, all keys decrypt. */
export const keyRing = z.string().transform((text, context) => {
  const keys: { id: string; key: Buffer }[] = [];
  for (const part of text.split(',')) {
    const [id, ...rest] = part.trim().split(':');
    const key = Buffer.from(rest.join(':'), 'base64');
    if (!id || key.length !== 32) {
      context.addIssue('must read id:key[,id:key], each key 32 bytes in base64');
      return z.NEVER;
    }
    keys.push({ id, key });
  }
  return keys;
});

const OPERATOR = z
  .tuple([z.string().regex(/^[\w.-]+$/), z.enum(OPERATOR_ROLES), z.string().min(16)])
  .transform(([name, role, token]): Operator => ({ name, role, token }));

/** `name:role:token,…`. */
const operatorList = z
  .string()
  .optional()
  .transform((text, context): Operator[] => {
    const operators = (text ?? '').split(',').filter((part) => part.trim() !== '');
    const read = operators.map((part) => OPERATOR.safeParse(part.trim().split(':')));
    const names = read.map(({ data }) => data?.name);
    if (read.some(({ success }) => !success) || new Set(names).size < names.length) {
      context.addIssue(
        'must read name:role:token[,…], each name once, role viewer or operator, token of 16 or more',
      );
      return z.NEVER;
    }
    return read.map(({ data }) => data as Operator);
  });
/** Keys with commas between them. */
const olderKeys = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((key) => key.trim() !== ''))
  .pipe(z.array(key32))
  .transform((keys) => keys.map((text) => Buffer.from(text, 'base64')));

/** Every setting of the API and the worker. `.env.example` describes each. */
const SETTINGS = z.object({
  /** `production` refuses development switches and plain text. */
  NODE_ENV: z.string().default('development'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: wholeNumber(10, 2),
  TEMPORAL_ADDRESS: z.string().min(1).default('127.0.0.1:7233'),
  /** The namespace of sandbox workflows, and of all others without TEMPORAL_LIVE_NAMESPACE. */
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  /** The namespace of live workflows, and of those that belong to no environment. */
  TEMPORAL_LIVE_NAMESPACE: optionalText,
  /**
   * A search attribute of type Keyword, which must exist in the namespaces: it gets the organization of a
   * workflow.
   */
  TEMPORAL_ORG_ATTRIBUTE: optionalText,
  /** The environments whose workflows this worker runs. */
  WORKER_ENVIRONMENTS: environments,
  /** The name of the worker's deployment and of this build, for a server that routes workflows by version. */
  WORKER_DEPLOYMENT: optionalText,
  WORKER_BUILD_ID: optionalText,
  /**
   * TLS to Temporal: files in PEM of the CA and of the client's certificate and key, and the name in the
   * server's certificate if it is not that of its address.
   */
  TEMPORAL_TLS_CA: z.string().optional(),
  TEMPORAL_TLS_CERT: z.string().optional(),
  TEMPORAL_TLS_KEY: z.string().optional(),
  TEMPORAL_TLS_SERVER_NAME: z.string().optional(),
  /** The API key of the namespace, for servers that take one. It turns TLS on. */
  TEMPORAL_API_KEY: z.string().optional(),
  /** The address of Temporal's Web UI, for links to workflows. */
  TEMPORAL_UI_URL: address.optional(),
  /**
   * The codec server decrypts payloads for operators in the Web UI and the CLI. Only that process reads
   * these.
   */
  CODEC_HOST: z.string().min(1).default('127.0.0.1'),
  CODEC_PORT: port,
  /** The task queue of money. The other queues are named after it. */
  TASK_QUEUE: z.string().min(1).default('payments'),
  API_HOST: z.string().min(1).default('127.0.0.1'),
  API_PORT: wholeNumber(3000),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).default('smtp://127.0.0.1:1025'),
  MAIL_FROM: z.string().min(3).default('Payments <no-reply@payments.invalid>'),
  /** AES-256-GCM keys of stored secrets that must be read again: webhook secrets, account numbers. */
  ENCRYPTION_KEYS: keyRing,
  /** AES-256-GCM keys of the payloads in Temporal's histories. Without them payloads are plain. */
  PAYLOAD_KEYS: keyRing.optional(),
  /** The key of the digests of one-time codes, which are too short for a plain hash. */
  DIGEST_KEY: key32.transform((text) => Buffer.from(text, 'base64')),
  /** Keys that were DIGEST_KEY before: they verify digests, and make none. */
  OLDER_DIGEST_KEYS: olderKeys,
  /** The operators: `name:role:token,…`. A role is `viewer` or `operator`. */
  OPERATOR_TOKENS: operatorList,
  /** The token of one operator, named `operator`. It counts where OPERATOR_TOKENS is absent. */
  OPERATOR_TOKEN: z.string().min(16).optional(),
  /** The port of a listener for operators alone. With it, their routes are absent from API_PORT. */
  OPERATOR_PORT: port,
  /** The address of that listener. */
  OPERATOR_HOST: z.string().min(1).default('127.0.0.1'),
  /** The public address of this API, for the callbacks of partners. */
  PUBLIC_URL: address.default('http://127.0.0.1:3000'),
  VERIFICATION_URL: address,
  VERIFICATION_TOKEN: secret,
  /** The key of the verification provider's callback signatures; two while it is replaced. */
  VERIFICATION_SECRET: callbackSecrets,
  /** The banking partner's name, as payouts show it. */
  BANK_NAME: z.string().min(1).default('bank'),
  BANK_URL: address,
  BANK_TOKEN: secret,
  /** The key of the banking partner's callback signatures; two while it is replaced. */
  BANK_SECRET: callbackSecrets,
  PAYEE_NAMES_URL: address,
  PAYEE_NAMES_TOKEN: secret,
  /** Countries with a live banking partner until the operator changes them: `US,GB`. */
  LIVE_PARTNER_COUNTRIES: countryList,
  /** The address of a Moov Watchman that screens payees. Without it, SCREENING_LIST_FILE is used. */
  WATCHMAN_URL: address.optional(),
  WATCHMAN_TOKEN: secret.optional(),
  /**
   * A sanctions list in the format of OpenSanctions' `targets.simple.csv`. Without it and without Watchman no
   * live payout passes.
   */
  SCREENING_LIST_FILE: z.string().optional(),
  /** The similarity of a payee's name and a listed one from which it is a hit. */
  SCREENING_MIN_SCORE: z.coerce.number().gt(0).max(1).default(0.88),
  /** With an older list, screening is unavailable. */
  SCREENING_LIST_MAX_AGE_DAYS: wholeNumber(7, 1),
  MONITORING_THRESHOLDS: monitoringThresholds,
  /** Allows webhooks to plain http on the loopback interface. Development only. */
  WEBHOOK_ALLOW_LOOPBACK: flag,
  WEBHOOK_HEADER_PREFIX: z
    .string()
    .regex(/^x-[a-z0-9-]*-$/)
    .default('x-service-'),
  /**
   * The most codes mailed to one e-mail address in a day: for one network, and for all that are unfamiliar.
   */
  OTP_MAILS_PER_DAY: wholeNumber(10, 1),
  OTP_MAILS_PER_DAY_OVER_ALL: wholeNumber(50, 1),
  OTP_WRONG_TRIES_PER_DAY: wholeNumber(10, 1),
  OTP_SECONDS_BETWEEN_MAILS: wholeNumber(60),
  /** Limits of one caller: an IPv4 address, or an IPv6 network of 64 bits. */
  OTP_REQUESTS_PER_ADDRESS_PER_HOUR: wholeNumber(60, 1),
  OTP_WRONG_TRIES_PER_ADDRESS_PER_HOUR: wholeNumber(60, 1),
  /** The limit of a network: an IPv4 /24 or an IPv6 /48. An IPv6 /56 has half of it. */
  OTP_WRONG_TRIES_PER_BLOCK_PER_HOUR: wholeNumber(240, 2),
  /** The limit of the whole service. */
  OTP_MAILS_PER_HOUR: wholeNumber(10_000, 1),
  /** The wrong codes in an hour that raise an alarm. They refuse no one. */
  OTP_WRONG_TRIES_PER_HOUR: wholeNumber(10_000, 1),
  /** The time in which a mailed code or a sign-in permits acts with live effect. */
  FRESH_MINUTES: wholeNumber(15, 1),
  /** Exempts callers on this machine from the limits per address. Development only. */
  ADDRESS_LIMITS_SPARE_LOOPBACK: flag,
  /**
   * The most calls in ten seconds of one API key, of one session, and of one address without a valid
   * credential.
   */
  CALLS_PER_KEY: wholeNumber(1000, 1),
  CALLS_PER_SESSION: wholeNumber(300, 1),
  CALLS_PER_ADDRESS: wholeNumber(100, 1),
  /** The most calls in ten seconds of all keys of an organization in one environment: twice CALLS_PER_KEY. */
  CALLS_PER_ORG: positive,
  /** The most calls in ten seconds of all sessions of a user: twice CALLS_PER_SESSION. */
  CALLS_PER_USER: positive,
  /** The most calls a second of the whole sandbox in each API process: its share. No limit if absent. */
  SANDBOX_CALLS_PER_SECOND: positive,
  /** The most moves in ten seconds of an organization's sandbox clock. */
  CLOCK_MOVES_PER_ORG: wholeNumber(100, 1),
  /** The most registrations of live bank destinations in 24 hours whose holder has another name. */
  NAME_CHECK_FAILURES_PER_DAY: wholeNumber(5, 1),
  /** Days that the shipping address of a paid cart is kept. Unpaid carts keep theirs for 30 days. */
  ADDRESS_RETENTION_DAYS: wholeNumber(180, 30),
  /** The days for which events are kept, with their deliveries and attempts. */
  EVENT_RETENTION_DAYS: wholeNumber(90, 30),
  /** The days for which carts that nobody has paid are kept, with their checkouts. */
  UNPAID_CART_RETENTION_DAYS: wholeNumber(30, 30),
  /** The days for which an organization may read its calls of the API. */
  REQUEST_LOG_RETENTION_DAYS: wholeNumber(30, 1),
  /**
   * The days for which monitoring's records of authorizations that it passed are kept: five years or more.
   */
  COMPLIANCE_RETENTION_DAYS: wholeNumber(1827, 1827),
  /** Days after a live payout has settled in which the bank is asked daily if it came back. */
  RETURN_WINDOW_DAYS: wholeNumber(60, 1),
  /** The number of proxies in front of the API whose `x-forwarded-for` entries are trusted. */
  TRUSTED_PROXY_HOPS: wholeNumber(0),
  /** The address on which API and worker serve metrics to Prometheus. Without a port there are no metrics. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  API_METRICS_PORT: port,
  WORKER_METRICS_PORT: port,
  /** The port of the metrics of the worker's Temporal SDK. */
  WORKER_SDK_METRICS_PORT: port,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** The file of a workflow bundle. Without it the worker bundles the workflows when it starts. */
  WORKFLOW_BUNDLE: optionalText,
  /** Kills the worker with SIGKILL at a named step. For crash tests only. */
  CRASH_POINT: z.string().optional(),
});

export type Config = z.output<typeof SETTINGS>;

const CONFIG = SETTINGS.superRefine((config, context) => {
  for (const [name, message] of faultsOf(config)) context.addIssue({ code: 'custom', path: [name], message });
});

/** Switches that take a guard away. */
const DEVELOPMENT_SWITCHES = [
  'WEBHOOK_ALLOW_LOOPBACK',
  'ADDRESS_LIMITS_SPARE_LOOPBACK',
  'CRASH_POINT',
] as const;
/** Addresses to which a secret or personal data goes. */
const PARTNERS = ['PUBLIC_URL', 'VERIFICATION_URL', 'BANK_URL', 'PAYEE_NAMES_URL', 'WATCHMAN_URL'] as const;

/** The faults that only several settings together show, by setting. */
function faultsOf(config: Config): [name: keyof Config, message: string][] {
  const unserved = currenciesWithoutThresholds(config.MONITORING_THRESHOLDS, config.LIVE_PARTNER_COUNTRIES);
  const faults: [keyof Config, string][] =
    unserved.length > 0 ? [['MONITORING_THRESHOLDS', missingThresholds(unserved)]] : [];
  if (config.WORKER_ENVIRONMENTS.length === 1 && !hasLiveNamespace(config))
    faults.push([
      'WORKER_ENVIRONMENTS',
      'must be both where TEMPORAL_LIVE_NAMESPACE is not a namespace of its own',
    ]);
  if ((config.WORKER_DEPLOYMENT === undefined) !== (config.WORKER_BUILD_ID === undefined))
    faults.push(['WORKER_BUILD_ID', 'must be set where WORKER_DEPLOYMENT is, and only there']);
  if (config.NODE_ENV !== 'production') return faults;
  const switches = DEVELOPMENT_SWITCHES.filter(
    (name) => config[name] !== false && config[name] !== undefined,
  );
  const plain = PARTNERS.filter(
    (name) => config[name]?.startsWith('http:') && requiresTls(config, config[name]),
  );
  return [
    ...faults,
    ...switches.map((name): [keyof Config, string] => [
      name,
      'is for development: not where NODE_ENV is production',
    ]),
    ...plain.map((name): [keyof Config, string] => [name, 'must be https where NODE_ENV is production']),
  ];
}

const hasLiveNamespace = ({ TEMPORAL_NAMESPACE, TEMPORAL_LIVE_NAMESPACE }: Config): boolean =>
  TEMPORAL_LIVE_NAMESPACE !== undefined && TEMPORAL_LIVE_NAMESPACE !== TEMPORAL_NAMESPACE;

/** True where a connection to this address must use TLS: in production, except on this machine. */
export function requiresTls({ NODE_ENV }: Pick<Config, 'NODE_ENV'>, url: string): boolean {
  const host = new URL(url).hostname;
  return NODE_ENV === 'production' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}

/**
 * Throws unless live money of each of these countries has monitoring thresholds in its currency: otherwise no
 * limit would hold for it. Source: contract, section 16.
 */
export function requireLiveThresholds(
  thresholds: ThresholdsByEnvironment,
  countries: readonly string[],
): void {
  const missing = currenciesWithoutThresholds(thresholds, countries);
  if (missing.length > 0) throw new Error(`MONITORING_THRESHOLDS: ${missingThresholds(missing)}`);
}

function missingThresholds(currencies: readonly string[]): string {
  return `must have live thresholds for ${currencies.join(', ')}, which a live banking partner serves`;
}

/**
 * Reads the settings of this process from its environment and from the files of SECRETS_DIR. Throws one error
 * that names every fault, so that a new machine is set up in one round.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return read(CONFIG, environment);
}

const CODEC_CONFIG = SETTINGS.pick({
  ...{ PAYLOAD_KEYS: true, OPERATOR_TOKENS: true, OPERATOR_TOKEN: true, LOG_LEVEL: true },
  ...{ TEMPORAL_UI_URL: true, CODEC_HOST: true, CODEC_PORT: true },
}).required({ PAYLOAD_KEYS: true, TEMPORAL_UI_URL: true, CODEC_PORT: true });

/** Reads the settings of the codec server. Throws as `readConfig` does. */
export function readCodecConfig(environment: NodeJS.ProcessEnv): z.output<typeof CODEC_CONFIG> {
  return read(CODEC_CONFIG, environment);
}

/** Reads settings, which must name an operator. */
function read<Settings extends Parameters<typeof operatorsOf>[0]>(
  schema: z.ZodType<Settings>,
  environment: NodeJS.ProcessEnv,
): Settings {
  const settings = Object.entries(withSecretFiles(environment));
  const present = Object.fromEntries(settings.filter(([, value]) => value !== ''));
  const found = schema
    .refine((settings) => operatorsOf(settings).length > 0, {
      error: 'OPERATOR_TOKENS or OPERATOR_TOKEN must be set',
      path: ['OPERATOR_TOKENS'],
    })
    .safeParse(present);
  if (found.success) return found.data;
  const faults = found.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`These settings are missing or wrong (see .env.example):\n${faults.join('\n')}`);
}

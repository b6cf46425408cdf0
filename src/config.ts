import { z } from 'zod';

const wholeNumber = (fallback: number, least = 0) => z.coerce.number().int().min(least).default(fallback);
const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');
const key32 = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64 (openssl rand -base64 32)');

/** `id:base64,id:base64`: the first key encrypts, all of them decrypt. */
const keyRing = z.string().transform((text, context) => {
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

/** Every setting of the API and the worker. `.env.example` names them with a sentence each. */
const CONFIG = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: wholeNumber(8, 2),
  TEMPORAL_ADDRESS: z.string().min(1).default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  /** The money queue; webhooks and mail run on queues of their own, named after it. */
  TASK_QUEUE: z.string().min(1).default('payments'),
  API_HOST: z.string().min(1).default('127.0.0.1'),
  API_PORT: wholeNumber(3000),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).default('smtp://127.0.0.1:1025'),
  MAIL_FROM: z.string().min(3).default('Payments <no-reply@payments.invalid>'),
  /** Keys for what must be recoverable (webhook secrets, account numbers): AES-256-GCM. */
  ENCRYPTION_KEYS: keyRing,
  /** Keys the digests of one-time codes, which are too short for a bare hash. */
  DIGEST_KEY: key32.transform((text) => Buffer.from(text, 'base64')),
  OPERATOR_TOKEN: z.string().min(16),
  /** Lets webhooks reach plain http on the loopback interface. Development only. */
  WEBHOOK_ALLOW_LOOPBACK: flag,
  WEBHOOK_HEADER_PREFIX: z
    .string()
    .regex(/^x-[a-z0-9-]*-$/)
    .default('x-service-'),
  OTP_MAILS_PER_DAY: wholeNumber(10, 1),
  OTP_WRONG_TRIES_PER_DAY: wholeNumber(10, 1),
  OTP_SECONDS_BETWEEN_MAILS: wholeNumber(60),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Kills the worker with SIGKILL at a named step. The crash tests set it; nothing else may. */
  CRASH_POINT: z.string().optional(),
});

export type Config = z.output<typeof CONFIG>;

/**
 * The settings of this process, read from its environment.
 *
 * Throws one error that names every fault at once, so that a new machine is set up in one go.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const read = CONFIG.safeParse(present);
  if (read.success) return read.data;
  const faults = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`These settings are missing or wrong (see .env.example):\n${faults.join('\n')}`);
}

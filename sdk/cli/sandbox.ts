import { randomUUID } from 'node:crypto';
import { createPayments } from '../client.ts';
import type { Payments } from '../client.ts';
import { requireSandboxKey } from './account.ts';
import { money, NotReadyError, numberFlag, UsageError, word } from './command.ts';
import type { Command, Context } from './command.ts';
import { signInByInbox } from './people.ts';

const EVENTS = ['checkout.authorized', 'charge.captured', 'charge.voided', 'charge.returned'] as const;
const CURRENCY = 'USD';
const PRICE = 1999;
const DAY = 86_400;

/** Commands for the sandbox: flows on demand, and its clock. */
export const sandboxCommands: Readonly<Record<string, Command>> = {
  trigger: {
    about: `make an event happen by its true flow: ${EVENTS.join(', ')}`,
    args: [{ name: '<event>', about: 'what is to happen', choices: EVENTS }],
    examples: ['charge.captured', 'charge.returned --inbox http://127.0.0.1:1080'],
    options: {
      inbox: {
        takes: 'url',
        about: 'the mail inbox that `npm start` prints: a new shopper signs in by it and pays',
      },
      amount: {
        takes: 'minor units',
        about: 'the checkout’s total in minor units; 1999 is 19.99 USD, the default',
      },
    },
    more: [
      'Nothing is made up: a checkout is created, authorized, captured, voided or returned, and the webhooks are the service’s own.',
    ],
    run: trigger,
  },
  'clock now': {
    about: 'the time in the organization’s sandbox',
    async run(context) {
      requireSandboxKey(context);
      const clock = await context.api.sandbox.getSandboxClock();
      context.answer(clock, [clock.now]);
    },
  },
  'clock advance': {
    about: 'move that time forwards; what falls due on the way happens',
    examples: ['--days 30', '--to 2027-01-31T09:00:00Z'],
    options: {
      seconds: { takes: 'n', about: 'by so many' },
      days: { takes: 'n', about: 'by so many' },
      to: { takes: 'RFC 3339 time', about: 'until then, for example 2027-01-31T09:00:00Z' },
    },
    more: [
      'Holds lapse after 7 days, cashback lands after 30, failed webhooks are sent again. The clock cannot be set back.',
    ],
    run: advance,
  },
};

async function advance(context: Context): Promise<void> {
  requireSandboxKey(context);
  const { to } = context.flags;
  const [seconds, days] = [numberFlag(context, 'seconds'), numberFlag(context, 'days')];
  if ([to ?? null, seconds, days].filter((given) => given !== null).length !== 1)
    throw new UsageError('one of --seconds, --days and --to is needed');
  const move = typeof to === 'string' ? { to } : { seconds: seconds ?? (days as number) * DAY };
  // A move of months does much work on the way.
  const moved = await context.api.sandbox.advanceSandboxClock(move, { timeoutMs: 180_000 });
  context.answer(moved, [
    moved.now,
    ...moved.fired.map(({ kind, id, due_at }) => `  ${due_at}  ${kind}  ${id}`),
  ]);
}

/**
 * Authorizes a checkout as a shopper, then runs the flow of the event. The service sends its own webhooks.
 */
async function trigger(context: Context): Promise<void> {
  const event = word(context, 0, 'the event') as (typeof EVENTS)[number];
  requireSandboxKey(context);
  const { api, answer } = context;
  const total = numberFlag(context, 'amount') ?? PRICE;
  const shopper = await shopperOf(context);
  await shopper.sandbox.topUpSandboxWallet({ amount_minor: Math.max(total, 1), currency: CURRENCY });
  const { id } = await api.checkouts.createCheckout({
    items: [
      { product_id: 'triggered', display_name: 'Triggered', unit_price: total, qty: 1, cashback_rate: 500 },
    ],
    total,
    currency: CURRENCY,
  });
  const { auth_id } = await shopper.checkouts.authorizeCheckout({ id });
  if (event === 'charge.voided') await api.charges.voidCharge({ auth_id });
  if (event === 'charge.captured' || event === 'charge.returned')
    await api.charges.captureCharge({ auth_id });
  const returned = event === 'charge.returned' ? await api.charges.returnCharge({ auth_id }) : null;
  const result = {
    event,
    checkout_id: id,
    auth_id,
    ...(returned !== null && { return_id: returned.return_id }),
  };
  answer(result, [`${event} over ${money(total, CURRENCY)}: checkout ${id}, charge ${auth_id}`]);
}

/**
 * Signs up a new shopper if there is an inbox to read the code from. Otherwise the signed-in person is also
 * the shopper.
 */
async function shopperOf({ api, flags, memory, session: own }: Context): Promise<Payments> {
  const { inbox } = flags;
  if (typeof inbox === 'string') {
    const { session_token: session } = await signInByInbox(api, {
      inboxUrl: inbox,
      email: `shopper-${randomUUID().slice(0, 8)}@example.com`,
    });
    return createPayments({ baseUrl: memory.apiUrl, session });
  }
  if (own !== undefined) return api;
  throw new NotReadyError('there is nobody to pay', 'payments login, or --inbox <url> for a new shopper');
}

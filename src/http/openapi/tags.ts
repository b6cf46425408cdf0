/** The description of each group of operations. */
const TAGS: Readonly<Record<string, string>> = {
  Health: 'Health and readiness of the service.',
  'Sign-in': 'One-time codes by mail, sessions, and switching between sandbox and live.',
  Users: 'The signed-in user.',
  Organizations: 'Businesses, and their API calls.',
  Members: "An organization's members, their roles, and its invites.",
  'API keys': "An organization's keys for its servers.",
  Webhooks: 'Webhook URLs, the log of deliveries, and resends. The events are under `Events`.',
  'Buy-list': 'The products that a shopper recommends.',
  Charges: 'Capture, void and return of authorized charges.',
  Checkouts: 'Carts that wait for a shopper, and their authorization.',
  Terminals: 'Points of sale, and the active checkout of each.',
  Wallet: "A shopper's balance and its movements.",
  Sandbox: 'Test funds, the sandbox clock, and sandbox payouts. Sandbox credentials only.',
  Partners: 'Signed callbacks of the bank and the verification provider. Not for merchants.',
  Cashback: "A shopper's cashback, from the sale to the wallet.",
  Compliance: 'Verification of businesses and people.',
  Payouts: "Bank destinations, and payouts of an organization's balance.",
  Operator: "Calls of the platform's operator.",
  Events: 'Requests that the service sends to the webhook URL of an organization.',
  Sales: "An organization's sales, balance and cashback summary.",
  Books: 'Entries of the balance, monthly statements and returns, for bookkeepers.',
};

/** Returns a tag with its description. Throws for a tag without one. */
export function describedTag(name: string): { name: string; description: string } {
  const description = TAGS[name];
  if (description === undefined) throw new Error(`the tag ${name} has no description`);
  return { name, description };
}

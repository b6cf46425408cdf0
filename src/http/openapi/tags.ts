/** The description of each group of operations. */
const TAGS: Readonly<Record<string, string>> = {
  Health: 'Whether the service answers, and whether it can do its work.',
  'Sign-in': 'One-time codes by mail, sessions, and switching between sandbox and live.',
  Users: 'Who is signed in.',
  Organizations: 'Businesses, and what belongs to each.',
  Members: 'Who may do what for an organization, and who is invited.',
  'API keys': "An organization's keys for its servers.",
  Webhooks: 'Webhook URLs, the log of deliveries, and resends. The events are under `Events`.',
  'Buy-list': 'What shoppers recommend.',
  Charges: 'Capturing, voiding and returning what a shopper has authorized.',
  Checkouts: 'Carts to be paid, and paying them.',
  Terminals: 'Points of sale, and the checkout that waits at each.',
  Wallet: "A shopper's money.",
  Sandbox: 'Money, time and transfers at will; only in the sandbox.',
  Partners: 'What banks and verification providers tell the service. Signed; not for merchants.',
  Cashback: "A shopper's cashback, from the sale to the wallet.",
  Compliance: 'Verification of businesses and people.',
  Payouts: "Bank destinations, and paying out an organization's balance.",
  Operator: 'For those who run the platform.',
  Events: 'Requests that the service sends to the webhook URL of an organization.',
  Sales: 'What an organization sold, and the money of it.',
};

/** Returns a tag with its description. Throws for a tag without one. */
export function describedTag(name: string): { name: string; description: string } {
  const description = TAGS[name];
  if (description === undefined) throw new Error(`the tag ${name} has no description`);
  return { name, description };
}

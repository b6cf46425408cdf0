/** A value that makes the sandbox answer as it otherwise would not. */
export interface MagicValue {
  /** A text is looked for anywhere in the field, in this spelling; a number is the whole amount in minor units. */
  readonly value: string | number;
  /** The fields that it is looked for in. */
  readonly appliesTo: string;
  readonly effect: string;
}

/** What the register of account holders answers for a name with `Mismatch`. */
export const SANDBOX_REGISTERED_NAME = 'Sandbox Registered Name';

/**
 * Every value with a meaning in the sandbox. The code reads this table and docs/magic-values.md is made from it.
 * In live none of them means anything. Source: contract, section 14.
 */
export const MAGIC_VALUES = {
  blockedAmount: {
    value: 666_600,
    appliesTo: '`total` of a checkout (when it is authorized), `amount_minor` of a payout',
    effect: '`403 blocked by monitoring`, and a compliance record with the rule `magic_amount`',
  },
  nameMismatch: {
    value: 'Mismatch',
    appliesTo: '`name` of a bank destination',
    effect: `\`400 name mismatch\` with the \`registered_name\` \`${SANDBOX_REGISTERED_NAME}\`; \`force\` overrides it`,
  },
  nameUnavailable: {
    value: 'Unavailable',
    appliesTo: '`name` of a bank destination',
    effect: '`400 name check unavailable`; `force` overrides it',
  },
  sanctionedName: {
    value: 'Sanctioned',
    appliesTo: '`name` of a bank destination',
    effect: 'the destination is registered; a payout to it is `403 payee screening blocked`',
  },
} as const satisfies Readonly<Record<string, MagicValue>>;

/** Whether this amount is the one that monitoring blocks in the sandbox. */
export function isMagicAmount(amount: number): boolean {
  return amount === MAGIC_VALUES.blockedAmount.value;
}

/** What the sandbox's register of account holders would say. */
export type SandboxRegister = { readonly kind: 'registered'; readonly name: string } | { readonly kind: 'unavailable' };

/**
 * The sandbox's answer to the payee-name check: everybody's account is registered under the name given, but for magic
 * names. Of a name with both, the check is unavailable.
 */
export function sandboxRegister(payeeName: string): SandboxRegister {
  if (payeeName.includes(MAGIC_VALUES.nameUnavailable.value)) return { kind: 'unavailable' };
  return { kind: 'registered', name: payeeName.includes(MAGIC_VALUES.nameMismatch.value) ? SANDBOX_REGISTERED_NAME : payeeName };
}

/** Whether screening reports a hit for this payee in the sandbox, whatever the lists say. */
export function isMagicallySanctioned(payeeName: string): boolean {
  return payeeName.includes(MAGIC_VALUES.sanctionedName.value);
}

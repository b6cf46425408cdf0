/** A value that changes the sandbox's normal answer. */
export interface MagicValue {
  /**
   * A string matches anywhere in the field, case-sensitively. A number matches the whole amount in minor
   * units.
   */
  readonly value: string | number;
  /** The fields that the value works in. */
  readonly appliesTo: string;
  readonly effect: string;
}

/** The registered name that the name check returns for a payee name with `Mismatch`. */
export const SANDBOX_REGISTERED_NAME = 'Sandbox Registered Name';

/**
 * Every magic value of the sandbox. The code reads this table, and docs/magic-values.md is generated from it.
 * Live ignores all of them. Source: contract, section 14.
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

/** Returns true for the amount that monitoring blocks in the sandbox. */
export function isMagicAmount(amount: number): boolean {
  return amount === MAGIC_VALUES.blockedAmount.value;
}

/** The answer of the sandbox's register of account holders. */
export type SandboxRegister =
  { readonly kind: 'registered'; readonly name: string } | { readonly kind: 'unavailable' };

/**
 * The sandbox's answer to the payee-name check. Every account is registered under the given name, except for
 * magic names. A name with both magic words gets `unavailable`.
 */
export function sandboxRegister(payeeName: string): SandboxRegister {
  if (payeeName.includes(MAGIC_VALUES.nameUnavailable.value)) return { kind: 'unavailable' };
  return {
    kind: 'registered',
    name: payeeName.includes(MAGIC_VALUES.nameMismatch.value) ? SANDBOX_REGISTERED_NAME : payeeName,
  };
}

/**
 * Returns true if screening reports a hit for this payee in the sandbox, regardless of the sanctions lists.
 */
export function isMagicallySanctioned(payeeName: string): boolean {
  return payeeName.includes(MAGIC_VALUES.sanctionedName.value);
}

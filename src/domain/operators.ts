/**
 * The roles of operators: a viewer reads, an operator also writes. Source: contract, section 16.
 */
export const OPERATOR_ROLES = ['viewer', 'operator'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** Returns true if the role may send a call with this method. */
export function mayOperate(role: OperatorRole, method: string): boolean {
  return role === 'operator' || method === 'GET';
}

/** One of the platform's operators. */
export interface Operator {
  readonly name: string;
  readonly role: OperatorRole;
  readonly token: string;
}

interface OperatorSettings {
  readonly OPERATOR_TOKENS: readonly Operator[];
  readonly OPERATOR_TOKEN?: string | undefined;
}

/** Returns the operators that the settings name. A single token is that of one named `operator`. */
export function operatorsOf({ OPERATOR_TOKENS, OPERATOR_TOKEN }: OperatorSettings): readonly Operator[] {
  if (OPERATOR_TOKENS.length > 0 || OPERATOR_TOKEN === undefined) return OPERATOR_TOKENS;
  return [{ name: 'operator', role: 'operator', token: OPERATOR_TOKEN }];
}

import type { StackSecrets } from './secrets.ts';

/** The operators of a stack: the setting of API and worker, and the facts for scripts. */
export interface StackOperators {
  readonly OPERATOR_TOKENS: string;
  /** The token of the first operator who may write. */
  readonly operatorToken: string;
  /** The token of every operator, by name. */
  readonly tokens: Readonly<Record<string, string>>;
}

/**
 * The operators of the environment. Without OPERATOR_TOKENS there are two: an adjustment takes two people,
 * and it must be possible to try one.
 */
export function stackOperators(given: NodeJS.ProcessEnv, secrets: StackSecrets): StackOperators {
  const first = given['OPERATOR_TOKEN'] || secrets.operator_token;
  const ownTwo = `operator:operator:${first},second-operator:operator:${secrets.second_operator_token}`;
  const setting = given['OPERATOR_TOKENS'] || ownTwo;
  const operators = setting.split(',').map((part) => part.trim().split(':'));
  const tokens = Object.fromEntries(operators.map(([name = '', , token = '']) => [name, token]));
  const writer = operators.find(([, role]) => role === 'operator');
  return { OPERATOR_TOKENS: setting, operatorToken: writer?.[2] ?? first, tokens };
}

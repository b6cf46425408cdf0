import type { Combination, CommandKind, FiredAnswer } from './combinations.ts';
import type { Gun } from './gun.ts';

/** The number of commands that are sent to one charge at once. */
export const AT_ONCE = 100;

/** The answers of one round, judged. */
export interface Round {
  readonly combination: string;
  readonly answers: readonly FiredAnswer[];
  readonly untruths: readonly string[];
}

/** Sends commands of these kinds to one new charge at once, and judges their answers. */
export async function fireAt(gun: Gun, combination: Combination, atOnce = AT_ONCE): Promise<Round> {
  const { checkoutId, authId } = await gun.prepare(combination.from);
  const shots: Record<CommandKind, () => ReturnType<Gun['post']>> = {
    authorize: () => gun.post(`/checkouts/${checkoutId}/authorize`, 'session', {}),
    capture: () => gun.post(`/charges/${authId}/capture`, 'key', {}),
    void: () => gun.post(`/charges/${authId}/void`, 'key', {}),
    return: () => gun.post(`/charges/${authId}/return`, 'key', {}),
  };
  const answers = await Promise.all(
    Array.from({ length: atOnce }, async (_, index): Promise<FiredAnswer> => {
      const kind = combination.kinds[index % combination.kinds.length] as CommandKind;
      const began = performance.now();
      const { status, body } = await shots[kind]();
      return { kind, status, body, ms: performance.now() - began };
    }),
  );
  return {
    combination: combination.name,
    answers,
    untruths: [...faultsOf(answers), ...combination.judge(answers)],
  };
}

/** Answers that no load excuses: 500, 503, and 429 below the promised number of places. */
function faultsOf(answers: readonly FiredAnswer[]): string[] {
  return [429, 500, 503].flatMap((status) => {
    const count = answers.filter((answer) => answer.status === status).length;
    return count === 0 ? [] : [`${count} answers were ${status}`];
  });
}

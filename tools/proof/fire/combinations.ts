/** The fields of a call's answer that decide if it can be true. */
export interface FiredAnswer {
  readonly kind: CommandKind;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly ms: number;
}

/** A command to a charge, or to the checkout that it pays. */
export type CommandKind = 'authorize' | 'capture' | 'void' | 'return';

/** Commands that are sent to one charge at once, with the rule that their answers must meet together. */
export interface Combination {
  readonly name: string;
  readonly kinds: readonly CommandKind[];
  /** The state of the charge when the commands arrive: no charge yet, held, or captured. */
  readonly from: 'PENDING' | 'AUTHORIZED' | 'CAPTURED';
  /** Returns one sentence per untrue answer. Empty when all answers can be true together. */
  judge(answers: readonly FiredAnswer[]): string[];
}

const of = (kind: CommandKind, answers: readonly FiredAnswer[]) =>
  answers.filter((answer) => answer.kind === kind);
const succeeded = (answers: readonly FiredAnswer[]) => answers.filter(({ status }) => status === 200);
const different = (answers: readonly FiredAnswer[]) =>
  new Set(answers.map(({ body }) => JSON.stringify(body))).size;

/** Checks that every answer is a success with the same body. */
function allEqual(kind: CommandKind, answers: readonly FiredAnswer[]): string[] {
  const own = of(kind, answers);
  const won = succeeded(own).length;
  if (won !== own.length) return [`${won} of ${own.length} ${kind}s succeeded`];
  return different(own) === 1 ? [] : [`${kind}s had ${different(own)} different answers`];
}

/** Checks that exactly one answer is a success, and the others are refused for one of these reasons. */
function oneWinner(kind: CommandKind, answers: readonly FiredAnswer[], ...reasons: string[]): string[] {
  const own = of(kind, answers);
  const won = succeeded(own).length;
  return won === 1 ? refusedFor(kind, own, reasons) : [`${won} ${kind}s succeeded`];
}

function refusedFor(
  kind: CommandKind,
  answers: readonly FiredAnswer[],
  reasons: readonly string[],
): string[] {
  const wrong = answers.find(
    ({ status, body }) => status !== 200 && !reasons.includes(String(body['error'])),
  );
  return wrong === undefined ? [] : [`a ${kind} was answered ${wrong.status} ${JSON.stringify(wrong.body)}`];
}

/** Checks that no answer is a success. */
function allRefused(kind: CommandKind, answers: readonly FiredAnswer[], reason: string): string[] {
  const own = of(kind, answers);
  const won = succeeded(own).length;
  return won === 0 ? refusedFor(kind, own, [reason]) : [`${won} ${kind}s succeeded`];
}

/** Checks that all successes name one charge, and the others are refused for this reason. */
function sameCharge(answers: readonly FiredAnswer[], reason: string): string[] {
  const own = of('authorize', answers);
  if (different(succeeded(own)) > 1) return ['authorizations of one shopper named different charges'];
  return refusedFor('authorize', own, [reason]);
}

const EXCEEDS = 'return qty exceeds captured';

/** Each kind alone, and each pair of kinds. Source: contract, sections 5, 6 and 15. */
export const COMBINATIONS: readonly Combination[] = [
  {
    name: 'authorize',
    kinds: ['authorize'],
    from: 'PENDING',
    judge: (answers) => allEqual('authorize', answers),
  },
  {
    name: 'capture',
    kinds: ['capture'],
    from: 'AUTHORIZED',
    judge: (answers) => allEqual('capture', answers),
  },
  {
    name: 'void',
    kinds: ['void'],
    from: 'AUTHORIZED',
    judge: (answers) => oneWinner('void', answers, 'auth not voidable'),
  },
  {
    name: 'return',
    kinds: ['return'],
    from: 'CAPTURED',
    judge: (answers) => oneWinner('return', answers, EXCEEDS),
  },
  {
    name: 'authorize and capture',
    kinds: ['authorize', 'capture'],
    from: 'AUTHORIZED',
    judge: (answers) => [...allEqual('capture', answers), ...sameCharge(answers, 'checkout captured')],
  },
  {
    name: 'authorize and void',
    kinds: ['authorize', 'void'],
    from: 'AUTHORIZED',
    judge: (answers) => [
      ...oneWinner('void', answers, 'auth not voidable'),
      ...sameCharge(answers, 'checkout voided'),
    ],
  },
  {
    name: 'authorize and return',
    kinds: ['authorize', 'return'],
    from: 'CAPTURED',
    judge: (answers) => [
      ...oneWinner('return', answers, EXCEEDS),
      ...allRefused('authorize', answers, 'checkout captured'),
    ],
  },
  {
    name: 'capture and void',
    kinds: ['capture', 'void'],
    from: 'AUTHORIZED',
    judge: (answers) =>
      succeeded(of('capture', answers)).length > 0
        ? [...allEqual('capture', answers), ...allRefused('void', answers, 'auth not voidable')]
        : [
            ...oneWinner('void', answers, 'auth not voidable'),
            ...allRefused('capture', answers, 'auth not capturable'),
          ],
  },
  {
    name: 'capture and return',
    kinds: ['capture', 'return'],
    from: 'AUTHORIZED',
    judge: (answers) => [
      ...allEqual('capture', answers),
      ...(succeeded(of('return', answers)).length === 0
        ? allRefused('return', answers, 'charge not captured')
        : oneWinner('return', answers, EXCEEDS, 'charge not captured')),
    ],
  },
  {
    name: 'void and return',
    kinds: ['void', 'return'],
    from: 'AUTHORIZED',
    judge: (answers) => [
      ...oneWinner('void', answers, 'auth not voidable'),
      ...allRefused('return', answers, 'charge not captured'),
    ],
  },
];

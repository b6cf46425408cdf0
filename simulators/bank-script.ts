/** The statuses of a transfer, in order. */
export type StatusSequence = readonly ('settled' | 'failed' | 'returned')[];

/** A script of the simulated bank for one transfer. Where a field is absent, the bank behaves correctly. */
export interface BankScript {
  /** The script applies to amounts in minor units that end in these digits. */
  readonly amountEndsIn: string;
  /** The text of the generated page. */
  readonly says: string;
  /**
   * The time at which the bank accepts the transfer: at once, at the second submit, seconds after the first,
   * or never. `refused`: never, and the refused order is kept as a failed transfer.
   */
  readonly accepts?: 'at once' | 'second time' | 'later' | 'refused' | 'never';
  /** The answer to the first submit. `never` keeps the caller waiting. */
  readonly answers?: 'never' | 'error' | 'hang up' | 'slowly' | 'garbage' | 'nonsense' | 'refusal';
  /** The statuses that follow without a control. Empty leaves it pending. */
  readonly becomes?: StatusSequence;
  readonly callbacks?: 'before the answer' | 'three at once' | 'late' | 'reversed' | 'none';
  /** The number of first lookups that get 503. */
  readonly deafFor?: number;
}

/** The waits of the scripts, in milliseconds. */
export const WAITS = { move: 100, slowAnswer: 3000, lateAcceptance: 3000, lateCallback: 5000 } as const;

/** The statuses of a transfer whose script sets none. */
export const SETTLES: StatusSequence = ['settled'];

/** The reasons that the bank gives. */
export const REASONS = {
  refused: 'account unknown',
  failed: 'account closed',
  returned: 'returned by the receiving bank',
} as const;

/**
 * Every script except the usual one. The code reads this table, and `docs/simulated-bank.md` is generated
 * from it.
 */
export const BANK_SCRIPTS = {
  waits: { amountEndsIn: '99100', becomes: [], says: 'Stays pending until a control moves it.' },
  settles: { amountEndsIn: '99101', says: 'Settles a moment later, with its callback.' },
  fails: { amountEndsIn: '99102', becomes: ['failed'], says: 'Is accepted, then fails: `account closed`.' },
  returns: {
    amountEndsIn: '99103',
    becomes: ['settled', 'returned'],
    says: 'Settles, then comes back: `returned by the receiving bank`.',
  },
  rejected: {
    amountEndsIn: '99104',
    accepts: 'refused',
    says: 'Is refused with 400 `account unknown`. The bank keeps it as a failed transfer.',
  },
  accepted_then_no_answer: {
    amountEndsIn: '99105',
    answers: 'never',
    says: 'Is accepted; the answer never comes.',
  },
  accepted_then_error: { amountEndsIn: '99106', answers: 'error', says: 'Is accepted and answered 500.' },
  accepted_then_hang_up: {
    amountEndsIn: '99107',
    answers: 'hang up',
    says: 'Is accepted; the connection closes without an answer.',
  },
  accepted_then_garbage: {
    amountEndsIn: '99108',
    answers: 'garbage',
    says: 'Is accepted; the answer is a web page.',
  },
  accepted_then_nonsense: {
    amountEndsIn: '99109',
    answers: 'nonsense',
    says: 'Is accepted; the answer is about another transfer.',
  },
  no_answer: {
    amountEndsIn: '99110',
    accepts: 'second time',
    answers: 'never',
    says: 'Is not accepted, the answer never comes. The second submit is.',
  },
  error: {
    amountEndsIn: '99111',
    accepts: 'second time',
    answers: 'error',
    says: 'Is answered 500 and not accepted. The second submit is.',
  },
  hang_up: {
    amountEndsIn: '99112',
    accepts: 'second time',
    answers: 'hang up',
    says: 'Closes the connection and accepts nothing. The second submit is accepted.',
  },
  accepted_late: {
    amountEndsIn: '99113',
    accepts: 'later',
    answers: 'hang up',
    says: 'Closes the connection, does not know the transfer for three seconds, and then has accepted it.',
  },
  slow_answer: {
    amountEndsIn: '99114',
    answers: 'slowly',
    says: 'Is accepted at once and answered after three seconds, when it has settled.',
  },
  early_callback: {
    amountEndsIn: '99115',
    callbacks: 'before the answer',
    says: 'Settles, and its callback is sent before the submit is answered.',
  },
  three_callbacks: {
    amountEndsIn: '99116',
    callbacks: 'three at once',
    says: 'Settles; three copies of its callback are sent at once.',
  },
  late_callback: {
    amountEndsIn: '99117',
    callbacks: 'late',
    says: 'Settles; its callback comes five seconds later.',
  },
  reversed_callbacks: {
    amountEndsIn: '99118',
    becomes: ['settled', 'returned'],
    callbacks: 'reversed',
    says: 'Settles and comes back; the callback of the return is taken before that of the settlement is sent.',
  },
  lost_callback: { amountEndsIn: '99119', callbacks: 'none', says: 'Settles, and no callback is sent.' },
  silent: {
    amountEndsIn: '99120',
    answers: 'hang up',
    callbacks: 'none',
    deafFor: 3,
    says: 'Is accepted and settles. No answer, no callback, and the first three questions about it are answered 503.',
  },
  refused_without_trace: {
    amountEndsIn: '99121',
    accepts: 'never',
    says: 'Is refused with 400 `account unknown`, and the bank knows no transfer: an operator has to end it.',
  },
  refused_then_booked: {
    amountEndsIn: '99122',
    accepts: 'later',
    answers: 'refusal',
    says: 'Is refused with 400 `account unknown`, is unknown for three seconds, and then settles all the same.',
  },
} as const satisfies Record<string, BankScript>;

/** A script, or `usual`: accepted, answered, settled after the bank's delay, with one callback. */
export type ScriptName = keyof typeof BANK_SCRIPTS | 'usual';

/** The script of this name. */
export function scriptOf(name: ScriptName): Partial<BankScript> {
  const scripts: Readonly<Record<string, BankScript>> = BANK_SCRIPTS;
  return scripts[name] ?? {}; // `usual` has no entry.
}

/** Returns true if the text names a script. */
export function isScriptName(name: string): name is ScriptName {
  return name === 'usual' || Object.hasOwn(BANK_SCRIPTS, name);
}

/** The script of an amount, by its last digits. */
export function scriptOfAmount(amount: number): ScriptName | null {
  const found = Object.entries(BANK_SCRIPTS).find(([, { amountEndsIn }]) =>
    String(amount).endsWith(amountEndsIn),
  );
  return found === undefined ? null : (found[0] as ScriptName);
}

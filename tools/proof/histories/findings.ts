import type { ProofFigure } from '../part.ts';
import type { Finding, Verdict } from './checker.ts';
import type { FaultKind, History, OperationName } from './history.ts';

/** The results of a run. */
export interface RunResult {
  readonly history: History;
  readonly verdict: Verdict;
  /** One sentence for each command that the books miss, or show too often. */
  readonly lost: readonly string[];
  /** One sentence for each integrity check with violations. */
  readonly violations: readonly string[];
  /** Processes that ended without an injected fault. */
  readonly ownEnds: readonly string[];
}

/** The values that a run of this size must reach. */
export interface Bars {
  readonly faults: number;
  /** Every kind of answer must occur, or the run fails. */
  readonly mustSeeAll: boolean;
}

const LONGEST_HISTORY = 60;

/** The answers that a full run must get at least once: a load without them proves nothing about them. */
const MUST_OCCUR: readonly (readonly [operation: OperationName, reason: string])[] = [
  ['create', ''],
  ['authorize', ''],
  ['authorize', 'insufficient balance'],
  ['authorize', 'checkout authorized'],
  ['capture', ''],
  ['capture', 'auth not capturable'],
  ['void', ''],
  ['void', 'auth not voidable'],
  ['return', ''],
  ['return', 'charge not captured'],
  ['return', 'return qty exceeds captured'],
  ['payout', ''],
  ['payout', 'insufficient balance'],
  ['settle', ''],
  ['fail', ''],
  ['send back', ''],
];

/** The numbers of a run with their bars. */
export function figuresOf(
  { history, verdict, lost, violations, ownEnds }: RunResult,
  { faults, mustSeeAll }: Bars,
): ProofFigure[] {
  const { calls } = history;
  const count = (outcome: string) => calls.filter((call) => call.outcome === outcome).length;
  const objects = verdict.parts.map(({ model, objects: number, operations, ms }) => ({
    name: `Histories of one ${model}`,
    value: `${number} of ${operations} calls, checked in ${ms} ms`,
  }));
  return [
    {
      name: 'Faults injected',
      value: `${history.faults.length} (${kindsOf(history)})`,
      bar: `at least ${faults}`,
    },
    {
      name: 'Calls',
      value: `${calls.length}: ${count('done')} done, ${count('refused')} refused, ${count('not done')} answered 503 or 429, ${count('unknown')} in doubt`,
    },
    { name: 'Answers 500', value: `${history.serverErrors.length}`, bar: '0' },
    ...objects,
    { name: 'Histories that no order explains', value: `${verdict.findings.length}`, bar: '0' },
    {
      name: 'Objects with a 503 that was done because a process died before it could answer',
      value: `${verdict.parts.reduce((sum, { excused }) => sum + excused, 0)}`,
    },
    { name: 'Commands lost or doubled in the books', value: `${lost.length}`, bar: '0' },
    { name: 'Promises of the books that are broken', value: `${violations.length}`, bar: '0' },
    {
      name: 'Kinds of answers that never occurred',
      value: `${neverOccurred(history).length}`,
      ...(mustSeeAll && { bar: '0' }),
    },
    { name: 'Processes that ended by themselves', value: `${ownEnds.length}` },
  ];
}

/** One sentence per failure. A history that no order explains is listed with its calls. */
export function sentencesOf(
  { history, verdict, lost, violations }: RunResult,
  { mustSeeAll }: Bars,
): string[] {
  return [
    ...summed(
      history.serverErrors.map((sentence) =>
        sentence.replaceAll(/[0-9a-f-]{36}/g, '…').replace(/ \(request.*/, ''),
      ),
    ),
    ...verdict.findings.map(sentenceOf),
    ...lost,
    ...violations,
    ...(mustSeeAll ? neverOccurred(history).map((answer) => `the load never saw ${answer}`) : []),
  ];
}

function sentenceOf({ model, object, verdict, calls, follows, history }: Finding): string {
  const said = {
    illegal: 'no order of the calls explains the answers',
    late: 'a command that was answered 503 took effect, and no process died meanwhile',
    undecided: 'the search for an order took too long',
  }[verdict];
  if (follows.length > 0)
    return `${model} ${object}: ${said}; it contains ${follows.map((id) => `charge ${id}`).join(', ')}`;
  const suspects = calls.slice(0, 5).map((id) => `#${id}`);
  const shown = history.length > LONGEST_HISTORY ? [...history.slice(0, LONGEST_HISTORY), '…'] : history;
  return [
    `${model} ${object}: ${said} (see ${suspects.join(', ')})`,
    ...shown.map((line) => `    ${line}`),
  ].join('\n');
}

/** Each sentence once, with the number of its occurrences. */
function summed(sentences: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const sentence of sentences) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return [...counts].map(([sentence, count]) => `${sentence}, ${count} times`);
}

function kindsOf({ faults }: History): string {
  const counts = new Map<FaultKind, number>();
  for (const { kind } of faults) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
}

function neverOccurred({ calls }: History): string[] {
  const seen = new Set(
    calls.flatMap(({ operation, outcome, reason }) =>
      outcome === 'unknown' ? [] : [`${operation}: ${reason}`],
    ),
  );
  return MUST_OCCUR.filter(([operation, reason]) => !seen.has(`${operation}: ${reason}`)).map(
    ([operation, reason]) => `${operation} ${reason === '' ? 'answered 200' : `refused for "${reason}"`}`,
  );
}

import { judge } from '../../tools/proof/mutation/mutation.ts';
import type { Mutant, MutationReport } from '../../tools/proof/mutation/report.ts';

const SOURCE = 'export const sum = (a: number, b: number) =>\n  a + b;\n';
const FILE = 'src/domain/sum.ts';
const KNOWN = { file: FILE, original: 'a + b', replacement: 'b + a', reason: 'Addition commutes.' };

/** A report of so many killed mutants, and of `a + b` in the statuses given. */
function report(killed: number, ...statuses: Mutant['status'][]): MutationReport {
  const location = { start: { line: 2, column: 3 }, end: { line: 2, column: 8 } };
  const mutant = (status: Mutant['status']): Mutant => ({
    mutatorName: 'ArithmeticOperator',
    replacement: 'b + a',
    location,
    status,
  });
  const all = [...Array.from({ length: killed }, () => mutant('Killed')), ...statuses.map(mutant)];
  return { files: { [FILE]: { source: SOURCE, mutants: all } } };
}

test('a survivor is named with file, line, mutator and replacement, and fails the part', () => {
  for (const status of ['Survived', 'NoCoverage'] as const) {
    expect(judge(report(99, status), [])).toMatchObject({
      status: 'failed',
      faults: ['src/domain/sum.ts:2:3: no test notices ArithmeticOperator: `a + b` → `b + a`.'],
    });
  }
});

test('a survivor that is known to be equivalent passes; its row fails when it is killed, or survives more often', () => {
  expect(judge(report(99, 'Survived'), [KNOWN])).toMatchObject({ status: 'passed', faults: [] });
  const stale = 'survivors.ts: src/domain/sum.ts: `a + b` → `b + a` is not what survives once.';
  expect(judge(report(99), [KNOWN]).faults).toEqual([stale]);
  expect(judge(report(99, 'Survived', 'Survived'), [KNOWN]).faults).toEqual([stale]);
  expect(judge(report(99, 'Survived', 'Survived'), [{ ...KNOWN, count: 2 }]).faults).toEqual([]);
});

test('fewer than 90 % killed fails the part; a mutant that does not run counts neither way', () => {
  const known = [{ ...KNOWN, count: 11 }];
  const survivors = Array.from({ length: 11 }, () => 'Survived' as const);
  expect(judge(report(98, ...survivors), known).faults).toEqual([
    '89.9 % of the mutants are killed, less than 90 %.',
  ]);
  expect(judge(report(98, 'Timeout', 'RuntimeError', ...survivors), known).faults).toEqual([]);
});

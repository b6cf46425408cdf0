import { readFileSync } from 'node:fs';
import { proofPage } from '../../tools/docs/proof-page.ts';
import { readCommand, usage } from '../../tools/proof/options.ts';
import type { ProofOptions, ProofPart, ProofResult } from '../../tools/proof/part.ts';
import { PARTS, SKIPPED_WHEN_QUICK } from '../../tools/proof/parts.ts';
import { commandsOf } from '../../tools/proof/protocol/alloy.ts';
import { PART_NAMES, readRecord, withRuns } from '../../tools/proof/record.ts';
import { exitCode, runParts, summary } from '../../tools/proof/runner.ts';
import { SILENT } from '../../stack/progress.ts';

const PASSED: ProofResult = {
  status: 'passed',
  figures: [{ name: 'states', value: '12', bar: 'at least 10' }],
  faults: [],
};
const FAILED: ProofResult = { status: 'failed', figures: [], faults: ['A void was answered twice.'] };
const LEFT_OUT: ProofResult = { status: 'left out', figures: [], faults: [], remedy: 'Install Go.' };

/** A part of the proof with a known result, and the options with which it was run. */
function part(name: string, result: ProofResult | Error) {
  const runs: ProofOptions[] = [];
  const run = async (options: ProofOptions): Promise<ProofResult> => {
    runs.push(options);
    if (result instanceof Error) throw result;
    return result;
  };
  return { name, shows: `Shows ${name}.`, run, runs } satisfies ProofPart & { runs: ProofOptions[] };
}

const THREE = [part('exploration', PASSED), part('mutation', PASSED), part('fire', PASSED)];
const namesFor = (...args: string[]) => readCommand(args, THREE, ['mutation']).parts.map(({ name }) => name);

test('without options every part runs in full, with a seed of its own', () => {
  expect(namesFor()).toEqual(['exploration', 'mutation', 'fire']);
  expect(readCommand([], THREE, [])).toMatchObject({
    isQuick: false,
    isHelp: false,
    seed: expect.any(Number),
  });
});

test('--quick skips what has no small version, --only picks parts in their own order, --seed repeats a run', () => {
  expect(namesFor('--quick')).toEqual(['exploration', 'fire']);
  expect(namesFor('--only', 'fire,exploration')).toEqual(['exploration', 'fire']);
  expect(readCommand(['--seed', '42'], THREE, []).seed).toBe(42);
});

test.each([
  [['--only', 'fier'], /no part "fier". The parts are: exploration, mutation, fire/],
  [['--only', ''], /no part ""/],
  [['--quick', '--only', 'mutation'], /--quick skips mutation/],
  [['--seed', '-1'], /--seed/],
  [['--seed', '1e3'], /"1e3" is not a whole number/],
  [['--seed', '4294967296'], /"4294967296" is not a whole number/],
  [['--slow'], /--slow/],
  [['fire'], /fire/],
])('the command line %j is refused with a message that says why', (args, message) => {
  expect(() => readCommand(args, THREE, ['mutation'])).toThrow(message);
});

test('the help names every part with its claim', () => {
  for (const { name, shows } of PARTS)
    expect(usage(PARTS)).toMatch(new RegExp(`${name} +${RegExp.escape(shows)}`));
});

test('a part that throws has failed and stops no other; each gets size and seed', async () => {
  const last = part('fire', PASSED);
  const runs = await runParts([part('exploration', new Error('no memory left')), last], {
    isQuick: true,
    seed: 7,
    progress: SILENT,
  });
  expect(runs.map(({ name, result }) => [name, result.status])).toEqual([
    ['exploration', 'failed'],
    ['fire', 'passed'],
  ]);
  expect(runs[0]?.result.faults).toEqual(['It broke off: no memory left']);
  expect(last.runs).toMatchObject([{ isQuick: true, seed: 7 }]);
});

const runOf = (name: string, result: ProofResult) => ({
  name,
  shows: `Shows ${name}.`,
  seconds: 1.5,
  result,
});

test('the exit code is 1 when a part failed, and 0 when one was left out', () => {
  expect(exitCode([runOf('exploration', PASSED), runOf('fire', LEFT_OUT)])).toBe(0);
  expect(exitCode([runOf('exploration', FAILED), runOf('fire', PASSED)])).toBe(1);
});

test('the table names result, figures with their bars, faults and remedies', () => {
  expect(
    summary([runOf('exploration', PASSED), runOf('histories', FAILED), runOf('fire', LEFT_OUT)]).split('\n'),
  ).toEqual([
    'exploration: passed (1.5 s)',
    '  states  12 (bar: at least 10)',
    'histories: failed (1.5 s)',
    '  FAULT  A void was answered twice.',
    'fire: left out (1.5 s)',
    '  Remedy: Install Go.',
  ]);
});

const HERE = {
  seed: 7,
  commit: '0123456789abcdef0123',
  isDirty: false,
  date: '2027-01-31',
  node: '24.0.0',
  cores: 2,
};

test('the page shows every part: result, commit, seed, figures, faults, and the remedy of a part that was left out', () => {
  const runs = [runOf('exploration', PASSED), runOf('histories', FAILED), runOf('fire', LEFT_OUT)];
  const page = proofPage(withRuns({}, runs, HERE));
  expect(page).toContain('| [exploration](#exploration) | passed | `0123456789ab` | 2027-01-31 | 1.5 |');
  expect(page).toContain('| mutation | not run yet | | | |');
  expect(page).toContain('Seed `7`, commit `0123456789ab`, 2027-01-31, Node 24.0.0, 2 cores, 1.5 s.');
  expect(page).toContain('| states | at least 10 | 12 |');
  expect(page).toContain('Faults:\n\n- A void was answered twice.');
  expect(page).toContain('Left out. Remedy: Install Go.');
});

test('a cell of the page holds its text on one line, whatever the figure says', () => {
  const result: ProofResult = { ...PASSED, figures: [{ name: 'a|b', value: 'one\ntwo' }] };
  expect(proofPage(withRuns({}, [runOf('fire', result)], HERE))).toContain('| a\\|b |  | one two |');
});

test('a run of some parts leaves the sections of the others as they were, and says when files had changed', () => {
  const before = withRuns({}, [runOf('exploration', PASSED), runOf('fire', FAILED)], HERE);
  const after = withRuns(before, [runOf('fire', PASSED)], { ...HERE, commit: null, isDirty: true });
  expect(after['exploration']).toEqual(before['exploration']);
  expect(proofPage(after)).toContain('| [fire](#fire) | passed | unknown with changes |');
});

test('the page has a place for every part, in the order in which they run', async () => {
  const places = PART_NAMES.map(String);
  const names = PARTS.map(({ name }) => name);
  expect(places.filter((name) => names.includes(name))).toEqual(names);
  expect(
    [...Object.keys(await readRecord()), ...SKIPPED_WHEN_QUICK].filter((name) => !places.includes(name)),
  ).toEqual([]);
});

test('the runner reads every command of the model, and every planted defect has a command that must find it', () => {
  const model = readFileSync(new URL('../../tools/proof/protocol/protocol.als', import.meta.url), 'utf8');
  const commands = commandsOf(model);
  expect(commands).toHaveLength([...model.matchAll(/^(check|run)\b/gm)].length);
  const defects = [...(/enum Defect \{([^}]*)\}/.exec(model)?.[1] ?? '').matchAll(/^ {2}(\w+)/gm)].map(
    ([, name]) => `Defect${name}`,
  );
  expect(defects.length).toBeGreaterThan(4);
  expect(
    commands.filter(({ kind, isExpected }) => kind === 'check' && isExpected).map(({ name }) => name),
  ).toEqual(expect.arrayContaining(defects));
});

import { availableParallelism, loadavg } from 'node:os';
import { median, quantile } from './slices.ts';
import type { Measurement } from './slices.ts';

/** A greater difference of a control pair than this makes a run void. */
const CONTROL_WITHIN = 0.15;

/** A figure: the service over its limit, with the limit over itself as the control. */
export interface Comparison {
  readonly name: string;
  readonly ours: Measurement;
  readonly limit: Measurement;
  /** The limit, measured a second time. */
  readonly control: Measurement;
  /** The ratio to reach. */
  readonly aim: number;
}

/** The median ratio of the rounds, with its quartiles. */
export interface Ratio {
  readonly middle: number;
  readonly low: number;
  readonly high: number;
}

/** The ratio of two arms, round by round. */
export function ratioOf(above: Measurement, below: Measurement): Ratio {
  const ratios = above.medians.map((value, round) => value / (below.medians[round] ?? NaN));
  return { middle: median(ratios), low: quantile(ratios, 0.25), high: quantile(ratios, 0.75) };
}

/**
 * Prints the figures with their aims and controls. Returns the exit code: 1 when a control pair makes the run
 * void.
 */
export function printComparisons(title: string, comparisons: readonly Comparison[]): number {
  const rows = comparisons.map(({ name, ours, limit, control, aim }) => {
    const ratio = ratioOf(ours, limit);
    const same = ratioOf(control, limit);
    const valid = Math.abs(same.middle - 1) <= CONTROL_WITHIN;
    const verdict = valid ? (ratio.middle <= aim ? 'reached' : 'missed') : 'VOID';
    return {
      valid,
      cells: [name, ms(ours), ms(limit), shown(ratio), `<= ${aim.toFixed(2)}`, verdict, shown(same)],
    };
  });
  const rounds = comparisons[0]?.ours.medians.length ?? 0;
  console.log(
    `\n${title}\n(medians of ${rounds} rounds, quartiles in brackets; ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)})\n`,
  );
  printTable(
    ['figure', 'ours p50', 'limit p50', 'ratio', 'aim', '', 'control'],
    rows.map(({ cells }) => cells),
  );
  const isVoid = rows.some(({ valid }) => !valid);
  if (isVoid)
    console.log(
      `\nVOID: limit over limit is further from 1 than ${CONTROL_WITHIN}. Other work is going on here: run it again.`,
    );
  return isVoid ? 1 : 0;
}

/** A rate: the service's over its limit's. */
export interface RateComparison {
  readonly name: string;
  readonly ours: Measurement;
  readonly limit: Measurement;
  /** The least ratio to reach. */
  readonly aim: number;
}

/** Prints the ratios of rates, with the processor time of an operation over that of the limit. */
export function printRates(title: string, comparisons: readonly RateComparison[]): void {
  const rows = comparisons.map(({ name, ours, limit, aim }) => {
    const ratio = ratioOfRates(ours, limit);
    return [
      name,
      median(ours.rates).toFixed(1),
      median(limit.rates).toFixed(1),
      shown(ratio),
      `>= ${aim.toFixed(2)}`,
      ratio.middle >= aim ? 'reached' : 'missed',
      (processorTimeOf(ours) / processorTimeOf(limit)).toFixed(2),
    ];
  });
  console.log(
    `\n${title}\n(medians of ${comparisons[0]?.ours.rates.length ?? 0} rounds, quartiles in brackets; ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)})\n`,
  );
  printTable(['figure', 'ours /s', 'limit /s', 'ratio', 'aim', '', 'processor time, ours / limit'], rows);
}

function ratioOfRates(above: Measurement, below: Measurement): Ratio {
  const ratios = above.rates.map((rate, round) => rate / (below.rates[round] ?? NaN));
  return { middle: median(ratios), low: quantile(ratios, 0.25), high: quantile(ratios, 0.75) };
}

const processorTimeOf = ({ processorTime }: Measurement): number =>
  [...(processorTime?.values() ?? [])].reduce((total, time) => total + time, 0);

/** Prints the processor time of an operation in each process. */
export function printProcessorTimes(arms: readonly Measurement[]): void {
  const names = [...new Set(arms.flatMap(({ processorTime }) => [...(processorTime?.keys() ?? [])]))];
  if (names.length === 0) return;
  console.log('\nprocessor time, ms an operation\n');
  printTable(
    ['', ...names, 'in all', 'a second'],
    arms.map(({ name, processorTime, rates }) => {
      const times = names.map((process) => processorTime?.get(process) ?? 0);
      return [
        name,
        ...[...times, times.reduce((total, time) => total + time, 0)].map((time) => time.toFixed(2)),
        median(rates).toFixed(0),
      ];
    }),
  );
}

/** Prints a table: the first column left-aligned, the others right-aligned. */
export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  console.log([line(header), ...rows.map(line)].map((text) => `  ${text}`.trimEnd()).join('\n'));
}

const ms = ({ medians }: Measurement): string => `${median(medians).toFixed(2)} ms`;
const shown = ({ middle, low, high }: Ratio): string =>
  `${middle.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checker } from './checker.ts';
import { writeLines } from './history.ts';
import type { History, RecordedCall } from './history.ts';
import { PLANTED } from './planted.ts';
import type { PlantedHistory } from './planted.ts';

/** The number of planted histories that the checker judged, and one sentence for each wrong verdict. */
export interface SelfCheck {
  readonly judged: number;
  readonly faults: readonly string[];
}

/** Gives the checker made-up histories, with faults and without. */
export async function selfCheck(check: Checker, directory: string): Promise<SelfCheck> {
  const faults: string[] = [];
  for (const planted of PLANTED) {
    const seen = await verdictsOn(check, directory, planted.lines);
    if (!isAsExpected(planted, seen))
      faults.push(`the checker finds ${seen.join(', ') || 'nothing'} in "${planted.name}"`);
  }
  return { judged: PLANTED.length, faults };
}

function isAsExpected({ expected }: PlantedHistory, seen: readonly string[]): boolean {
  return expected === null ? seen.length === 0 : seen.includes(`${expected.model} ${expected.verdict}`);
}

async function verdictsOn(check: Checker, directory: string, lines: readonly object[]): Promise<string[]> {
  const file = join(directory, 'planted.jsonl');
  await writeLines(file, lines);
  const { findings } = await check(file);
  await rm(file);
  return findings.map(({ model, verdict }) => `${model} ${verdict}`);
}

/**
 * Plants faults into the recorded history, one at a time: a lost void wins, a wallet and a balance show one
 * cent less. The checker must refuse each: otherwise it would also miss them in this run.
 */
export async function plantInto(history: History, check: Checker, directory: string): Promise<SelfCheck> {
  const faults: string[] = [];
  const plants = plantsFor(history.calls);
  for (const { model, name, call } of plants) {
    const lines = history.lines().map((line) => ('id' in line && line.id === call.id ? call : line));
    const seen = await verdictsOn(check, directory, lines);
    if (!seen.some((verdict) => verdict.startsWith(model)))
      faults.push(`the checker does not see ${name} in the recorded history (call #${call.id})`);
  }
  return { judged: plants.length, faults };
}

interface Plant {
  readonly model: string;
  readonly name: string;
  /** The call that replaces the one with its id. */
  readonly call: RecordedCall;
}

function plantsFor(calls: readonly RecordedCall[]): Plant[] {
  const lostVoid = calls.findLast((call) => call.operation === 'void' && call.reason === 'auth not voidable');
  const wallet = calls.findLast((call) => call.operation === 'read wallet' && call.outcome === 'done');
  const balance = calls.findLast((call) => call.operation === 'read balance' && call.outcome === 'done');
  const cent = (value = 0): number => value - 1;
  return [
    ...(lostVoid
      ? [
          {
            model: 'charge',
            name: 'a void that wins twice',
            call: { ...lostVoid, outcome: 'done', reason: '' } as const,
          },
        ]
      : []),
    ...(wallet
      ? [
          {
            model: 'wallet',
            name: 'a lost cent',
            call: { ...wallet, answer: { ...wallet.answer, balance: cent(wallet.answer.balance) } },
          },
        ]
      : []),
    ...(balance
      ? [
          {
            model: 'balance',
            name: 'a lost cent',
            call: { ...balance, answer: { ...balance.answer, available: cent(balance.answer.available) } },
          },
        ]
      : []),
  ];
}

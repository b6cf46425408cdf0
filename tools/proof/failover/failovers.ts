import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from '../cluster/under-load.ts';
import type { Span } from '../cluster/gaps.ts';
import { untilSuccess } from '../cluster/rounds.ts';
import type { PatroniMember, ReplicatedDatabase } from './patroni.ts';

/** `kill`: power off. `freeze`: a machine that hangs, and later goes on as if nothing had happened. */
export type LeaderFault = 'kill' | 'freeze';

/** A fault of the leader, until a new one leads and the old one follows it. */
export interface Failover extends Span {
  readonly fault: LeaderFault;
  readonly from: number;
  /** The leaders before and after. */
  readonly leaders: readonly [string, string];
}

const LOOK_MS = 250;
const MOST_WAIT_MS = 120_000;
/** The load with three servers between two faults. */
const CALM_MS = 5000;
/** A thawed leader believes for this long that it still leads, and must not take a command. */
const AFTER_THAW_MS = 10_000;

/** Breaks the leader again and again: killed and frozen by turns. */
export async function failOver(
  attack: Attack,
  database: ReplicatedDatabase,
  count: number,
): Promise<Failover[]> {
  const { stack, history, progress, isOver } = attack;
  const failovers: Failover[] = [];
  for (let number = 1; number <= count && !isOver() && !stack.isStopping(); number++) {
    const fault: LeaderFault = number % 2 === 1 ? 'kill' : 'freeze';
    const before = await wholeLeader(database);
    const target = stack.components.find(({ name }) => name === before);
    if (target === undefined) throw new Error(`there is no process ${before}`);
    const from = history.now();
    await target[fault]();
    const after = await leaderWhen(database, (members) => leaderOf(members) !== before);
    history.addFault({ type: 'fault', kind: fault, target: before, at: from, until: history.now() });
    await untilSuccess(attack);
    const to = history.now();
    progress.step(
      `  failover ${number} of ${count}: ${fault} ${before}, ${after} leads; ${(to - from) / 1e6} s`,
    );
    failovers.push({ fault, from, to, leaders: [before, after] });
    if (fault === 'kill') {
      await target.start();
    } else {
      target.thaw();
      await sleep(AFTER_THAW_MS);
    }
  }
  await wholeLeader(database);
  return failovers;
}

/** Waits until the servers are whole, and still are after a calm. Returns the leader. */
async function wholeLeader(database: ReplicatedDatabase): Promise<string> {
  for (;;) {
    await leaderWhen(database, isWhole);
    await sleep(CALM_MS);
    const members = await database.readMembers().catch(() => []);
    const leader = leaderOf(members);
    if (leader !== null && isWhole(members)) return leader;
  }
}

/** Waits until the servers are as wanted, and returns the leader. Throws after two minutes. */
async function leaderWhen(
  database: ReplicatedDatabase,
  isWanted: (members: readonly PatroniMember[]) => boolean,
): Promise<string> {
  for (const deadline = Date.now() + MOST_WAIT_MS; ; await sleep(LOOK_MS)) {
    const members = await database.readMembers().catch(() => []);
    const leader = leaderOf(members);
    if (leader !== null && isWanted(members)) return leader;
    if (Date.now() > deadline)
      throw new Error(
        `the servers are not as wanted after ${MOST_WAIT_MS / 1000} s: ${JSON.stringify(members)}`,
      );
  }
}

function leaderOf(members: readonly PatroniMember[]): string | null {
  return members.find(({ role, state }) => role === 'leader' && state === 'running')?.name ?? null;
}

/** True if all three run on one timeline, and a standby has every commit. */
function isWhole(members: readonly PatroniMember[]): boolean {
  return (
    members.length === 3 &&
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    new Set(members.map(({ timeline }) => timeline)).size === 1 &&
    members.some(({ role }) => role === 'sync_standby')
  );
}

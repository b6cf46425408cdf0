/**
 * Lives of checkouts over DBOS: the same API, statements and database, without Temporal. Each command and
 * each webhook is a workflow of DBOS in the API's process, which keeps its state in the same PostgreSQL.
 *
 * By turns, eight clients at once, with both webhooks. The peer's processor time is of its API and its
 * PostgreSQL. Its worker and its Temporal only mail the codes of the sign-ins before.
 */
import { join } from 'node:path';
import { lives } from './life.ts';
import { printProcessorTimes } from './report.ts';
import { measureByTurns } from './slices.ts';
import type { Measurement } from './slices.ts';
import { besideStack, withStack } from './stack.ts';

const CLIENTS = 8;
const ROUNDS = 7;
const WARM_UPS = 2;
const COUNT = 80;
/** Of the processor time of a life. */
const AIM = 2;
const OURS = ['api', 'worker', 'postgresql', 'temporal'];
const PEERS = ['DBOS api', 'DBOS postgresql'];

process.exitCode = await withStack(
  async (stack) => {
    const api = join(import.meta.dirname, 'dbos', 'api.ts');
    const peer = await besideStack(stack, { api, isStored: true });
    const processes = new Map(stack.processes);
    for (const [name, pid] of peer.processes) processes.set(`DBOS ${name}`, pid);
    const arms = [await lives('ours', stack, CLIENTS), await lives('DBOS', peer, CLIENTS)];
    stack.progress.step(`${COUNT} lives over each by turns, ${ROUNDS} rounds`);
    const options = { rounds: ROUNDS, seconds: Infinity, warmUps: WARM_UPS, clients: CLIENTS, count: COUNT };
    const measured = await measureByTurns(arms, { ...options, processes });
    const [ours, limit] = measured;
    if (ours === undefined || limit === undefined) throw new Error('an arm was not measured');
    console.log(`\nlives of checkouts over Temporal and over DBOS, ${CLIENTS} clients`);
    printProcessorTimes(measured);
    const [own, its] = [millisecondsOf(ours, OURS), millisecondsOf(limit, PEERS)];
    console.log(
      `\n  processor time of a life, ours ${own.toFixed(1)} ms / DBOS ${its.toFixed(1)} ms: ${(own / its).toFixed(2)} (aim <= ${AIM}: ${own / its <= AIM ? 'reached' : 'missed'})`,
    );
    return 0;
  },
  { isStored: true },
);

/** The processor time of an operation in these processes, in milliseconds. */
function millisecondsOf({ processorTime }: Measurement, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (processorTime?.get(name) ?? NaN), 0);
}

// Balances TCP connections over the backends of BALANCER, which `startBalancer` sets.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { askGrpcHealth } from './grpc-health.ts';

const HOST = '127.0.0.1';
const CHECK_MS = 500;
const CHECK_TIMEOUT_MS = 2000;
const CONNECT_MS = 1000;
/** One failed check may be a busy machine. */
const MOST_FAILURES = 2;

/** A process behind the balancer, and the question that shows that it can take calls. */
export interface Backend {
  readonly name: string;
  readonly port: number;
  /** `http`: this URL answers 200. `grpc`: this service is serving, and the server speaks first. */
  readonly check:
    | { readonly kind: 'http'; readonly url: string }
    | { readonly kind: 'grpc'; readonly port: number; readonly service: string };
}

export interface BalancerSettings {
  readonly port: number;
  readonly backends: readonly Backend[];
}

interface Member {
  readonly backend: Backend;
  readonly connections: Set<Socket>;
  failures: number;
}

/**
 * Forwards each connection to the backend with the fewest. A backend that refuses a connection, or fails two
 * checks in a row, gets no more, and its connections are closed: the callers connect again, to another one.
 * Silence after a new connection counts as a failed check, and the caller goes to another backend.
 * While every backend fails, all of them stay in use, because the checks may be wrong.
 *
 * Nothing is sent twice. A call that a backend had received when it died fails, as it would without a
 * balancer.
 */
export async function runBalancer({ port, backends }: BalancerSettings): Promise<void> {
  const members = backends.map((backend): Member => ({ backend, connections: new Set(), failures: 0 }));
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (near) => {
    near.on('error', () => near.destroy());
    void forward(near, members);
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  console.log(JSON.stringify({ message: 'balancer ready', port }));
  await Promise.all(members.map((member) => keepChecking(member, members)));
}

/** Connects to the best backend that accepts, and joins both sides. */
async function forward(near: Socket, members: readonly Member[]): Promise<void> {
  for (const member of byPreference(members)) {
    const far = connect({ port: member.backend.port, host: HOST, noDelay: true });
    member.connections.add(far);
    far.once('close', () => member.connections.delete(far));
    try {
      await accepted(far, member.backend);
    } catch (error) {
      far.destroy();
      // A server that refuses is gone. One that is silent may be busy, and keeps its other connections.
      fail(member, members, (error as Error).name === 'AbortError' ? 1 : MOST_FAILURES);
      continue;
    }
    far.on('error', () => far.destroy());
    far.once('close', () => near.destroy());
    near.once('close', () => far.destroy());
    if (near.destroyed) return void far.destroy();
    near.pipe(far);
    far.pipe(near);
    return;
  }
  near.destroy();
}

/**
 * Waits until the backend has accepted the connection. Throws if it does not.
 *
 * The kernel still connects callers to a process that is being killed, and to one that is paused. A server of
 * gRPC sends its settings before it reads anything. Until they arrive, another server can take the caller.
 */
async function accepted(far: Socket, { check }: Backend): Promise<void> {
  const signal = AbortSignal.timeout(CONNECT_MS);
  await once(far, 'connect', { signal });
  if (check.kind !== 'grpc') return;
  await once(far, 'readable', { signal });
  if (far.readableLength === 0) throw new Error('the connection was closed');
}

const isIn = ({ failures }: Member): boolean => failures < MOST_FAILURES;

/** Members that pass their checks first, then those with the fewest connections. */
function byPreference(members: readonly Member[]): Member[] {
  return members.toSorted(
    (left, right) =>
      Number(isIn(right)) - Number(isIn(left)) || left.connections.size - right.connections.size,
  );
}

async function keepChecking(member: Member, members: readonly Member[]): Promise<never> {
  for (;;) {
    await sleep(CHECK_MS);
    const isFit = await passes(member.backend).catch(() => false);
    if (isFit) pass(member);
    else fail(member, members, 1);
  }
}

async function passes({ check }: Backend): Promise<boolean> {
  if (check.kind === 'grpc')
    return (await askGrpcHealth(check.port, check.service, CHECK_TIMEOUT_MS)) === 'serving';
  const answer = await fetch(check.url, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
  await answer.arrayBuffer(); // Frees the connection.
  return answer.status === 200;
}

function pass(member: Member): void {
  if (!isIn(member)) report(member, 'is in');
  member.failures = 0;
}

function fail(member: Member, members: readonly Member[], count: number): void {
  const wasIn = isIn(member);
  member.failures += count;
  if (wasIn && !isIn(member)) report(member, 'is out');
  // The last resort keeps its connections.
  if (isIn(member) || !members.some(isIn)) return;
  for (const connection of member.connections) connection.destroy();
}

function report({ backend: { name, port } }: Member, message: string): void {
  console.log(JSON.stringify({ time: new Date().toISOString(), message: `${name} ${message}`, port }));
}

if (import.meta.main) await runBalancer(JSON.parse(process.env['BALANCER'] ?? '') as BalancerSettings);

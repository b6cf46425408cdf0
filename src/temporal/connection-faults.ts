import { connect as connectPlain } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import { isGrpcServiceError } from '@temporalio/client';
import type { TemporalServerAddress } from './server-address.ts';

const PROBE_MS = 5000;
/** With TLS 1.3 a server judges the client's certificate after the client has finished. */
const JUDGED_MS = 500;
const DEFAULT_PORT = 7233;

/** gRPC codes: not found, permission denied, unauthenticated. */
const [NOT_FOUND, PERMISSION_DENIED, UNAUTHENTICATED] = [5, 7, 16];

/**
 * A connection to Temporal that could not be made, or is of no use. The message names the setting to correct.
 */
export class ConnectionFault extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ConnectionFault';
  }
}

/**
 * Finds out why a connection to Temporal failed, or why the namespace cannot be used. It tries the address
 * again, plain and with TLS, because the SDK's error says little more than "transport error". Never throws.
 */
export async function explainFault(
  error: unknown,
  server: TemporalServerAddress,
  namespace: string,
): Promise<ConnectionFault> {
  const code = isGrpcServiceError(error) ? error.code : undefined;
  if (code === NOT_FOUND) {
    const remedy = `Create it: temporal operator namespace create -n ${namespace}`;
    return new ConnectionFault(
      `TEMPORAL_NAMESPACE: the server at ${server.address} has no namespace ${namespace}. ${remedy}`,
      error,
    );
  }
  if (code === PERMISSION_DENIED || code === UNAUTHENTICATED)
    return new ConnectionFault(`${refusalOf(server)} for the namespace ${namespace}`, error);
  const fault = server.tls === undefined ? await plainFault(server) : await tlsFault(server, server.tls);
  return new ConnectionFault(
    fault ?? `Temporal at ${server.address} does not answer: ${textOf(error)}`,
    error,
  );
}

/** The setting that proves who calls, and why the server refuses it. */
function refusalOf({ apiKey, tls }: TemporalServerAddress): string {
  if (apiKey !== undefined) return 'TEMPORAL_API_KEY: the server does not accept it';
  if (tls?.clientCertPair !== undefined) return 'TEMPORAL_TLS_CERT: the server does not allow this client';
  return 'TEMPORAL_API_KEY or TEMPORAL_TLS_CERT: the server asks who calls, and neither is set';
}

async function plainFault(server: TemporalServerAddress): Promise<string | null> {
  const unreachable = await reachFault(server.address);
  if (unreachable !== null) return unreachable;
  const secure = await handshake(server.address, { rejectUnauthorized: false });
  return speaksTls(secure)
    ? `the server at ${server.address} speaks TLS: set TEMPORAL_TLS_CA to the certificate of its authority`
    : null;
}

/** True for a handshake that succeeded, or that the server refused in TLS. */
const speaksTls = (error: NodeJS.ErrnoException | null): boolean =>
  error === null || ((error.code ?? '').startsWith('ERR_SSL_') && !SPEAKS_NO_TLS.test(error.code ?? ''));

async function tlsFault(
  { address }: TemporalServerAddress,
  tls: NonNullable<TemporalServerAddress['tls']>,
): Promise<string | null> {
  const unreachable = await reachFault(address);
  if (unreachable !== null) return unreachable;
  const error = await handshake(address, {
    servername: tls.serverNameOverride ?? hostOf(address),
    ...(tls.serverRootCACertificate && { ca: Buffer.from(tls.serverRootCACertificate) }),
    ...(tls.clientCertPair && {
      cert: Buffer.from(tls.clientCertPair.crt),
      key: Buffer.from(tls.clientCertPair.key),
    }),
  });
  return error === null ? null : tlsText(error, address);
}

const SPEAKS_NO_TLS = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/;
/** The code of a connection that the server closed without a word. */
const CLOSED = 'CLOSED';

/** The meaning of a handshake's errors, by their code. Sources: Node's and OpenSSL's error codes. */
const HANDSHAKE_FAULTS: readonly (readonly [codes: RegExp, meaning: string])[] = [
  [
    /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_SIGNATURE_FAILURE)/,
    "TEMPORAL_TLS_CA: it is not the authority of the server's certificate",
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "TEMPORAL_TLS_SERVER_NAME: the server's certificate has another name"],
  [/^CERT_HAS_EXPIRED$/, "the server's certificate has ended"],
  [/^CERT_NOT_YET_VALID$/, "the server's certificate has not begun, or this machine's clock is wrong"],
  [SPEAKS_NO_TLS, 'the server speaks no TLS: remove TEMPORAL_TLS_* and TEMPORAL_API_KEY'],
  [/CERTIFICATE_REQUIRED/, 'TEMPORAL_TLS_CERT: the server wants a certificate of the client'],
  [
    /ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_\w+|UNSUPPORTED_CERTIFICATE|HANDSHAKE_FAILURE|ACCESS_DENIED|DECRYPT_ERROR)/,
    "TEMPORAL_TLS_CERT: the server does not accept the client's certificate",
  ],
  [
    new RegExp(`^${CLOSED}$`),
    "TEMPORAL_TLS_CERT: the server closes the connection after it has seen the client's certificate",
  ],
];

function tlsText(error: NodeJS.ErrnoException, address: string): string {
  const code = error.code ?? '';
  const known = HANDSHAKE_FAULTS.find(([codes]) => codes.test(code))?.[1];
  return `${known ?? `TLS with ${address} failed`} (${code === '' ? error.message : code})`;
}

/** Why nothing at this address takes a connection, or null. */
async function reachFault(address: string): Promise<string | null> {
  const error = await firstFault(connectPlain(placeOf(address)), 'connect');
  if (error === null) return null;
  const isUnknown = error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN';
  const what = isUnknown
    ? `the name ${hostOf(address)} is not known`
    : `nothing takes connections at ${address}`;
  return `TEMPORAL_ADDRESS: ${what} (${error.code ?? error.message})`;
}

/** The error of a TLS handshake, or null. */
function handshake(address: string, options: ConnectionOptions): Promise<NodeJS.ErrnoException | null> {
  const socket = connectSecurely({ ...placeOf(address), ALPNProtocols: ['h2'], ...options });
  return firstFault(socket, 'secureConnect');
}

/** Waits until the socket is connected and stays so, or has failed. Closes it. */
function firstFault(socket: Socket, connected: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const end = (error: NodeJS.ErrnoException | null): void => {
      socket.destroy();
      resolve(error);
    };
    socket.setTimeout(PROBE_MS, () =>
      end(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })),
    );
    socket.once('error', end);
    socket.once('close', () => end(Object.assign(new Error('closed by the server'), { code: CLOSED })));
    socket.once(connected, () => setTimeout(() => end(null), connected === 'connect' ? 0 : JUDGED_MS));
  });
}

/** Host and port of `host:port`, `[address]:port` or a host alone. */
function placeOf(address: string): { host: string; port: number } {
  const [, host = address, port] = /^(.*?)(?::(\d+))?$/.exec(address) ?? [];
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port ?? DEFAULT_PORT) };
}

const hostOf = (address: string): string => placeOf(address).host;
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

import { connect, type ClientHttp2Session } from 'node:http2';

/** The status of a gRPC service in the answer of `grpc.health.v1.Health/Check`. */
export type GrpcHealth = 'serving' | 'not serving';

const METHOD = '/grpc.health.v1.Health/Check';
/** The head of a gRPC message: one byte for compression, four for the length. */
const HEAD_BYTES = 5;
/** Field 1 of the answer, a number, with the value SERVING. */
const SERVING = Buffer.from([0x08, 0x01]);

/**
 * Asks the server at this port of the loopback interface for the health of a service. Throws when it gives no
 * answer in time. Without a library of gRPC, so that a balancer stays small.
 */
export async function askGrpcHealth(port: number, service: string, timeoutMs: number): Promise<GrpcHealth> {
  const session = connect(`http://127.0.0.1:${port}`);
  const timer = setTimeout(() => session.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    return (await ask(session, service)).equals(SERVING) ? 'serving' : 'not serving';
  } finally {
    clearTimeout(timer);
    session.destroy();
  }
}

function ask(session: ClientHttp2Session, service: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    session.once('error', reject);
    session.once('close', () => reject(new Error('the connection was closed')));
    const request = session.request({
      ':method': 'POST',
      ':path': METHOD,
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks).subarray(HEAD_BYTES)));
    request.once('error', reject);
    request.end(message(service));
  });
}

/** The request: field 1, the service's name. */
function message(service: string): Buffer {
  const name = Buffer.from(service);
  const body = Buffer.concat([Buffer.from([0x0a, name.length]), name]);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

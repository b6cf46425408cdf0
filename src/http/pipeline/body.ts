import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import getRawBody from 'raw-body';
import { ok, refuse } from '../../domain/outcome.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { quoted } from '../shapes/detail.ts';

/** The largest body in bytes, before and after inflation. */
export const LARGEST_BODY = 256 * 1024;
const DEEPEST = 32;
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON object of a request, and its bytes: signatures cover the bytes. */
export interface RequestBody {
  readonly sent: Record<string, unknown>;
  readonly bytes: Buffer;
}

/**
 * Reads the JSON object of a request, `{}` without a body.
 *
 * Refused: `unsupported media type` (anything but JSON, plain or gzipped), `body too large`, and `bad json`
 * for a body that is not JSON, not UTF-8, not an object, or nested deeper than 32. Source: contract, sections
 * 1 and 14.
 */
export async function readBody(request: IncomingMessage): Promise<Outcome<RequestBody>> {
  if (!hasBody(request)) return ok(NOTHING);
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  const isReadable = isJson(request.headers['content-type']) && ['identity', 'gzip'].includes(encoding);
  // A chunked request shows its length at its end. An empty one has no body, whatever its type: 415 here
  // would refuse a POST without a body.
  if (!isReadable && request.headers['transfer-encoding'] === undefined) return unsupported(request);
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) return refuse('body_too_large');
  const raw = await bounded(request, getRawBody(request, { limit: LARGEST_BODY }));
  if (raw.ok && raw.value.length === 0) return ok(NOTHING);
  if (!isReadable) return unsupported(request);
  const bytes = raw.ok && encoding === 'gzip' ? await inflate(raw.value) : raw;
  return bytes.ok ? parse(bytes.value) : bytes;
}

const NOTHING: RequestBody = { sent: {}, bytes: Buffer.alloc(0) };

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isJson(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true;
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return type === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/.test(charset));
}

function inflate(bytes: Buffer): Promise<Outcome<Buffer>> {
  const inflating = createGunzip();
  const inflated = bounded(inflating, getRawBody(inflating, { limit: LARGEST_BODY }));
  inflating.end(bytes);
  return inflated;
}

/** Reads the bytes of a stream. Refused: `body too large`; `bad json` for a broken stream. */
async function bounded(
  stream: { unpipe?: () => unknown },
  reading: Promise<Buffer>,
): Promise<Outcome<Buffer>> {
  try {
    return ok(await reading);
  } catch (error) {
    stream.unpipe?.();
    return refuse((error as { type?: string }).type === 'entity.too.large' ? 'body_too_large' : 'bad_json');
  }
}

function parse(bytes: Buffer): Outcome<RequestBody> {
  if (nestsTooDeep(bytes)) return badJson(`nested deeper than ${DEEPEST} levels`);
  try {
    const value: unknown = JSON.parse(UTF_8.decode(bytes));
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return badJson('the body is JSON, but not an object');
    return ok({ sent: value as Record<string, unknown>, bytes });
  } catch {
    return badJson('not valid JSON in UTF-8'); // The parser's own words would repeat the input.
  }
}

const badJson = (detail: string): Outcome<never> => refuse('bad_json', undefined, { detail });

function unsupported({ headers }: IncomingMessage): Outcome<never> {
  const named = (name: 'content-type' | 'content-encoding'): string =>
    headers[name] === undefined ? '' : `, ${name} ${quoted(headers[name])}`;
  const detail = `got${named('content-type') || ', no content-type'}${named('content-encoding')}`;
  return refuse('unsupported_media_type', undefined, { detail: detail.replace(',', '') });
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPENING_LIST, OPENING_OBJECT] = [0x5b, 0x7b];
const [CLOSING_LIST, CLOSING_OBJECT] = [0x5d, 0x7d];

/**
 * True if the JSON is nested deeper than 32. It counts bytes before parsing: parsers and validators recurse,
 * and a deep body would overflow their stack.
 */
function nestsTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    if (byte === QUOTE) inText = !inText;
    else if (inText) index += byte === BACKSLASH ? 1 : 0;
    else if (byte === OPENING_LIST || byte === OPENING_OBJECT) {
      if (++depth > DEEPEST) return true;
    } else if (byte === CLOSING_LIST || byte === CLOSING_OBJECT) depth--;
  }
  return false;
}

import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { refused } from '../answers.ts';

/** The largest form in bytes. */
const LARGEST = 16 * 1024;

/** Reads the fields of a form. Refused: `unsupported media type`, `body too large`, `bad request`. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const [type] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  if (type?.trim() !== 'application/x-www-form-urlencoded') return refused('unsupported_media_type');
  const bytes = await getRawBody(request, { limit: LARGEST }).catch((error: unknown) => {
    request.resume();
    const isTooLarge = (error as { type?: string }).type === 'entity.too.large';
    return refused(isTooLarge ? 'body_too_large' : 'bad_request');
  });
  return new URLSearchParams(bytes.toString('utf8'));
}

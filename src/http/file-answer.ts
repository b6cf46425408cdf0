import { Readable } from 'node:stream';
import type { Context } from 'koa';

interface FileParts {
  /** As in the header: `text/csv; charset=utf-8`. */
  readonly mediaType: string;
  /** The name under which a browser saves it. */
  readonly name: string;
  readonly chunks: AsyncGenerator<string | Uint8Array, void, undefined>;
}

/** An answer that is a file, and is sent while it is made: its memory does not grow with its size. */
export class FileAnswer {
  readonly mediaType: string;
  readonly name: string;
  readonly #chunks: FileParts['chunks'];

  private constructor({ mediaType, name, chunks }: FileParts) {
    this.mediaType = mediaType;
    this.name = name;
    this.#chunks = chunks;
  }

  /** Makes the first chunk, so that a fault there is still an answer with its own status. */
  static async begin({ chunks, ...parts }: FileParts): Promise<FileAnswer> {
    const first = await chunks.next();
    return new FileAnswer({ ...parts, chunks: first.done ? chunks : withFirst(first.value, chunks) });
  }

  /**
   * Sends the file. A fault after the first chunk cuts the connection: the client sees that the file is not
   * whole.
   */
  send(ctx: Pick<Context, 'res' | 'status' | 'body'>): void {
    ctx.status = 200;
    ctx.body = Readable.from(this.#chunks, { objectMode: false, highWaterMark: 64 * 1024 });
    ctx.res.setHeader('Content-Type', this.mediaType);
    ctx.res.setHeader('Content-Disposition', `attachment; filename="${this.name}"`);
  }
}

async function* withFirst(
  first: string | Uint8Array,
  rest: FileParts['chunks'],
): AsyncGenerator<string | Uint8Array, void, undefined> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return();
  }
}

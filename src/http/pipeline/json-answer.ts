import type { Context } from 'koa';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Answers with JSON text. Koa would look the type up, and serialize an object only after the pipeline: a
 * value that cannot be serialized would get an answer without `{error}`.
 */
export function answerJson(
  ctx: Pick<Context, 'res' | 'status' | 'body'>,
  status: number,
  text: string,
): void {
  ctx.status = status;
  ctx.res.setHeader('Content-Type', JSON_TYPE);
  ctx.body = text;
}

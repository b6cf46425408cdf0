import type { Assets } from './assets.ts';
import { html } from './html.ts';
import { languageOf } from './language.ts';
import { documentText, problemOf, problemPart } from './layout.ts';
import { answerPage, isOfModule } from './page-deps.ts';
import { setPageHeaders } from './page-headers.ts';
import type { KoaContext } from '../pipeline/context.ts';

/**
 * Shows a failed request as a page, under the status and the headers that the answer has already. While the
 * service is away, the page asks for itself again until it is there.
 */
export function showProblem(ctx: KoaContext, assets: Assets): void {
  const { status } = ctx;
  const shown = problemOf(ctx.state.record.reason ?? 'internal error');
  const language = languageOf(ctx);
  const message = language.texts.problems[shown.problem];
  if (isOfModule(ctx)) {
    ctx.body = JSON.stringify({ error: shown.reason, message, reload: false });
    return;
  }
  setPageHeaders(ctx);
  const page = ctx.path;
  const content = html`<header><h1>${language.texts.noPage}</h1></header>
    ${problemPart(shown, language)}
    <p><a href="${page}">${language.texts.reload}</a></p>`;
  const data = { page, seen: status >= 500 ? 'away' : 'problem' };
  answerPage(ctx, status, documentText({ language, assets, title: shown.reason, data, content }));
}

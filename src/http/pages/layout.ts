import type { Assets } from './assets.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import type { Language, LanguageCode } from './language.ts';
import type { Problem } from './texts.ts';

/** A refusal as a page shows it: in the reader's language, with the API's reason beside it. */
export interface ShownProblem {
  readonly reason: string;
  readonly problem: Problem;
}

const PROBLEMS: readonly (readonly [RegExp, Problem])[] = [
  [/^(invalid or expired code$|code:)/, 'code'],
  [/^email:/, 'email'],
  [/^insufficient balance$/, 'funds'],
  [/^rate limited$/, 'limit'],
  [/^temporarily unavailable$/, 'unavailable'],
  [/^blocked by monitoring$/, 'monitoring'],
  [/^(consumer KYC not approved|no live banking partner|live not eligible)$/, 'eligibility'],
  [/^org suspended$/, 'suspended'],
  [/^invalid or expired session$/, 'session'],
  [/^cross-origin request$/, 'origin'],
  [/^((checkout|terminal) not found|not found)$/, 'gone'],
];

/** Returns the shopper's part of a refusal. */
export function problemOf(reason: string): ShownProblem {
  return { reason, problem: PROBLEMS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'other' };
}

/** The data of the page's module, as attributes of `main`. */
export interface PageData {
  /** The address of the page. */
  readonly page: string;
  /** The state that is shown, as the page's `status` address names it. */
  readonly seen: string;
  /** The milliseconds that are left to pay, or null. */
  readonly leftMs?: number | null;
}

interface Document {
  readonly language: Language;
  readonly assets: Assets;
  readonly title: string;
  readonly data: PageData;
  readonly content: Html;
}

/** Returns a whole page as text. */
export function documentText({ language, assets, title, data, content }: Document): string {
  const { code, direction, texts } = language;
  return html`<!doctype html>
    <html lang="${code}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${assets.paths.style}" />
        <script type="module" src="${assets.paths.script}"></script>
      </head>
      <body>
        <main
          data-page="${data.page}"
          data-seen="${data.seen}"
          data-away="${texts.away}"
          ${typeof data.leftMs === 'number' && html` data-left-ms="${data.leftMs}"`}
        >
          ${content}
        </main>
      </body>
    </html> `.text;
}

/** Returns the place where the page tells what went wrong. It is always there, so that it is read aloud. */
export function problemPart(shown: ShownProblem | null, { texts, code }: Language): Html {
  return html`<p role="alert" id="problem">
    ${shown && texts.problems[shown.problem]}${shown && reasonPart(shown.reason, code)}
  </p>`;
}

/** The reason is English in every language: the shop's support searches for it. */
function reasonPart(reason: string, code: LanguageCode): Html {
  return html` <small${code !== 'en' && html` lang="en" dir="ltr"`}>(${reason})</small>`;
}

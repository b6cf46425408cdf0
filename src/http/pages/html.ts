/** Text that is HTML already. Only `html` makes it, so that no other text is taken for it. */
export class Html {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /**
   * Writes HTML. Every value is escaped, but HTML and lists of it; `null` and `false` write nothing. Line
   * breaks beside tags and values are layout of the source and not written, as in JSX.
   */
  static from(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
    const parts = written(strings).map(
      (text, index) => text + (index < values.length ? textOf(values[index]) : ''),
    );
    return new Html(parts.join(''));
  }
}

type Part = Html | string | number | null | false | undefined | readonly Part[];

/** Writes HTML: html`<p>${name}</p>` escapes the name. */
export const html = Html.from;

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(textOf).join('');
  return escaped(String(part));
}

const WRITTEN = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Returns the fixed texts of a template without the line breaks of their layout. */
function written(strings: TemplateStringsArray): readonly string[] {
  const known = WRITTEN.get(strings);
  if (known !== undefined) return known;
  const texts = strings.map((text) =>
    text
      .replace(/^\s*\n\s*|\s*\n\s*$/g, '')
      .replace(/>\s*\n\s*/g, '>')
      .replace(/\s*\n\s*(?=<)/g, '')
      .replace(/\s*\n\s*/g, ' '),
  );
  WRITTEN.set(strings, texts);
  return texts;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
}

import escapeHtml from 'escape-html';

/** Safe HTML: written in this service, escaped or sanitised. */
export class Markup {
  readonly html: string;

  /** Creates markup of HTML that is safe already. */
  constructor(html: string) {
    this.html = html;
  }
}

type Value = string | Markup | readonly Markup[];

function htmlOf(value: Value): string {
  if (typeof value === 'string') return escapeHtml(value);
  return value instanceof Markup ? value.html : value.map(({ html }) => html).join('');
}

/** A template tag that escapes texts. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.reduce((html, part, index) => html + htmlOf(values[index - 1] ?? '') + part));
}

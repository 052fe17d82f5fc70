import escapeHtml from 'escape-html';

/** HTML that is fit to be sent: written in this service, or escaped, or sanitised before. */
export class Markup {
  readonly html: string;

  /** Takes the HTML as it is. */
  constructor(html: string) {
    this.html = html;
  }
}

type Value = string | Markup | readonly Markup[];

function htmlOf(value: Value): string {
  if (typeof value === 'string') return escapeHtml(value);
  return value instanceof Markup ? value.html : value.map(({ html }) => html).join('');
}

/** A template whose texts are escaped, so that nothing which people typed becomes markup. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.reduce((html, part, index) => html + htmlOf(values[index - 1] ?? '') + part));
}

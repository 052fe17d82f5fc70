/** How much of a release a card shows. */
export const PREVIEW_LENGTH = 100;

const named: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  hellip: '…',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  nbsp: ' ',
  ndash: '–',
  quot: '"',
  rdquo: '”',
  rsquo: '’',
};

function character(entity: string, body: string): string {
  if (!body.startsWith('#')) return named[body] ?? entity;
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
}

/** The text of a piece of HTML, on one line. For showing as text only: it runs without a DOM, also while prerendering. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style|template)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<\/?(?:a|abbr|b|code|em|i|s|small|span|strong|sub|sup|u)\b(?:"[^"]*"|'[^']*'|[^'">])*>/gi, '')
    .replace(/<[a-z/!?](?:"[^"]*"|'[^']*'|[^'">])*>/gi, ' ')
    .replace(/&(#?\w{1,8});/g, character)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The paragraphs, headings and list entries of a piece of HTML, each as text. */
export function paragraphsOf(html: string): string[] {
  const pieces = html.split(/<\/?(?:p|h[1-6]|li|ul|ol|blockquote|pre|tr|table|div|br|hr)\b[^>]*>/i);
  return [...new Set(pieces.map(textOf).filter((text) => text !== ''))];
}

/** The first 100 characters of a release's text, with an ellipsis when there is more. */
export function previewOf(html: string): string {
  const characters = [...textOf(html)];
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join('')}…` : characters.join('');
}

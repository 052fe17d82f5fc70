const NAMED: Readonly<Record<string, string>> = {
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
  if (!body.startsWith('#')) return NAMED[body] ?? entity;
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
}

/** Returns the alternative text of an element `img` as HTML; empty without one. */
export function alternativeText(img: string): string {
  const [, quoted, simple, bare] = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(img) ?? [];
  return (quoted ?? simple ?? bare ?? '').replaceAll('<', '&lt;');
}

/**
 * Returns the text of a piece of HTML on one line, of a picture its alternative text. It needs no DOM, so servers, prerendering
 * and browsers read the same. The result is text: where it goes into HTML again, it has to be escaped.
 */
export function textOfHtml(html: string): string {
  return (
    html
      .replace(/<(script|style|template)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
      .replace(/<!--[\s\S]*?-->/g, '')
      // What a picture shows is said by its alternative text.
      .replace(/<img\b(?:"[^"]*"|'[^']*'|[^'">])*>/gi, (img) => ` ${alternativeText(img)} `)
      .replace(/<\/?(?:a|abbr|b|code|em|i|s|small|span|strong|sub|sup|u)\b(?:"[^"]*"|'[^']*'|[^'">])*>/gi, '')
      .replace(/<[a-z/!?](?:"[^"]*"|'[^']*'|[^'">])*>/gi, ' ')
      .replace(/&(#?\w{1,8});/g, character)
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/**
 * Returns the first characters of a piece of HTML's text, with an ellipsis when there is more: what the specification asks of a
 * news card. {@link excerptOfHtml} ends at a word.
 */
export function previewOfHtml(html: string, length: number): string {
  const characters = [...textOfHtml(html)];
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : characters.join('');
}

/**
 * Returns the beginning of a piece of HTML's text, at most `length` characters; where there is more, to the end of a word, with an
 * ellipsis. A word that is longer than half of it is cut.
 */
export function excerptOfHtml(html: string, length: number): string {
  const characters = [...textOfHtml(html)];
  if (characters.length <= length) return characters.join('');
  const end = characters.lastIndexOf(' ', length);
  const words = characters.slice(0, end < length / 2 ? length : end).join('');
  return `${words.replace(/[\s,;:–—-]+$/, '')}…`;
}

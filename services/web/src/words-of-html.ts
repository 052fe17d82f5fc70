const NAMED: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', nbsp: ' ', quot: '"' };

function character(entity: string, name: string): string {
  if (!name.startsWith('#')) return NAMED[name] ?? entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
}

/** The first words of a piece of HTML as text on one line, at most `length` characters. It is text only: escape it. */
export function wordsOfHtml(html: string, length: number): string {
  const text = html
    .replace(/<(script|style|template)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w{1,8});/g, character)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim();
  if (text.length <= length) return text;
  const end = text.lastIndexOf(' ', length);
  return `${text.slice(0, end > length / 2 ? end : length)}…`;
}

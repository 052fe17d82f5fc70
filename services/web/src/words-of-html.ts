import { textOfHtml } from '@cytocomm/contract';

/** The first words of a piece of HTML as text on one line, at most `length` characters. It is text only: escape it. */
export function wordsOfHtml(html: string, length: number): string {
  const text = textOfHtml(html);
  if (text.length <= length) return text;
  const end = text.lastIndexOf(' ', length);
  return `${text.slice(0, end > length / 2 ? end : length)}…`;
}

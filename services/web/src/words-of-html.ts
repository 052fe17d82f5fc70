import { textOfHtml } from '@cytocomm/contract';

/** Returns the first words of HTML as plain text, at most `length` characters. Not escaped. */
export function wordsOfHtml(html: string, length: number): string {
  const text = textOfHtml(html);
  if (text.length <= length) return text;
  const end = text.lastIndexOf(' ', length);
  return `${text.slice(0, end > length / 2 ? end : length)}…`;
}

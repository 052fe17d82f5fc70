/** What stands in place of an e-mail address. */
export const MASK = '[e-mail]';

/** Runs of characters that can belong to one address; the separators are those of JSON, of mail servers' replies and of paths. */
const WORD = /[^\s"`<>()[\],;:\\/]+/g;
const ADDRESS = /[^@]@[^@]|%40/i;

/**
 * A text with every e-mail address in it masked. Mail servers quote recipients in their replies, and the database quotes
 * keys that exist already: neither belongs into a log. Takes time in proportion to the length.
 */
export function masked(text: string): string {
  if (!text.includes('@') && !text.includes('%40')) return text;
  return text.replace(WORD, (word) => (ADDRESS.test(word) ? MASK : word));
}

/** Replaces an e-mail address. */
export const MASK = '[e-mail]';

/** Characters of an address; the separators are those of JSON, SMTP replies and paths, of which two may be the last before its @. */
const WORD = /(?:[^\s"`<>()[\],;:\\/]|[`/](?=@[^\s"`<>()[\],;:\\/]*\.))+/g;
const ADDRESS = /[^@]@[^@]|%40/i;

/**
 * Returns a text with all e-mail addresses masked: mail servers and the database quote them in errors. Takes linear time.
 */
export function masked(text: string): string {
  if (!text.includes('@') && !text.includes('%40')) return text;
  return text.replace(WORD, (word) => (ADDRESS.test(word) ? MASK : word));
}

const MAX_KEY_LENGTH = 16;

/** Returns the words of a text in lower case. */
function words(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s.,_-]+/)
    .filter((word) => word !== '');
}

/**
 * Returns the prefixes under which a name is found, without those that the e-mail starts with: e-mails are searched apart,
 * and so the two counts add up.
 */
export function nameKeysOf(name: string, email: string): readonly string[] {
  const keys = new Set<string>();
  for (const word of words(name)) {
    for (let length = 1; length <= Math.min(word.length, MAX_KEY_LENGTH); length += 1) keys.add(word.slice(0, length));
  }
  return [...keys].filter((key) => !email.startsWith(key));
}

/** Returns what a search looks for: a range of e-mails, and the key of a name's word. */
export function searchTerms(search: string) {
  const start = search.toLowerCase();
  return { email: { $gte: start, $lt: `${start}\uffff` }, nameKey: start.slice(0, MAX_KEY_LENGTH) };
}

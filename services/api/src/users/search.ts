const MAX_KEY_LENGTH = 16;

/** The words of a text, lower-cased. */
function words(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s.,_-]+/)
    .filter((word) => word !== '');
}

/**
 * The prefixes under which a name is found. Those that the e-mail starts with are left out: a search looks at e-mails and at
 * these keys apart, and without doubles the two counts simply add up.
 */
export function nameKeysOf(name: string, email: string): readonly string[] {
  const keys = new Set<string>();
  for (const word of words(name)) {
    for (let length = 1; length <= Math.min(word.length, MAX_KEY_LENGTH); length += 1) keys.add(word.slice(0, length));
  }
  return [...keys].filter((key) => !email.startsWith(key));
}

/** What a search looks for: the range of e-mails that start like it, and the key of a name's word. */
export function searchTerms(search: string) {
  const start = search.toLowerCase();
  return { email: { $gte: start, $lt: `${start}\uffff` }, nameKey: start.slice(0, MAX_KEY_LENGTH) };
}

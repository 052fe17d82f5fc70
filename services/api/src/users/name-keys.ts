const MAX_KEY_LENGTH = 16;

/** Returns the words of a text in lower case. */
function words(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s.,_-]+/)
    .filter((word) => word !== '');
}

/** Returns the prefixes under which releases before the search by parts find a name: those that the e-mail does not start with. */
export function nameKeysOf(name: string, email: string): readonly string[] {
  const keys = new Set<string>();
  for (const word of words(name)) {
    for (let length = 1; length <= Math.min(word.length, MAX_KEY_LENGTH); length += 1) keys.add(word.slice(0, length));
  }
  return [...keys].filter((key) => !email.startsWith(key));
}

const MAX_LENGTH = 300;

/**
 * Returns the words of an error, and of those that caused it, without the calls that led to it: they are places in built
 * files, or in the server. At most 300 characters, on one line.
 */
export function errorWords(text: string): string {
  const words = text.split('\n').filter((each) => !/^\s+at /.test(each));
  const line = words.join(' ').replace(/\s+/g, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
}

import { inPlainLetters } from '@cytocomm/contract';

/** Returns a text as lists order it: in lower case, in plain letters. */
export const fold = inPlainLetters;

/** Returns a text as lists search it: its quotes, apostrophes and dashes are those of keyboards, too. */
const searched = (text: string) =>
  fold(text)
    .replace(/[’‘‚‛ʼ′`]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‐‒–—―−]/g, '-');

const BETWEEN_WORDS = /[\s.,_@+\-()[\]{}"':;/!?&#]+/;

/** Whether texts hold each word of a search; one shorter than 3 characters where a word starts. */
export function holdsWords(texts: readonly string[], search: string): boolean {
  const text = texts.map(searched).join(' ');
  const isFound = (word: string) =>
    word.length < 3 ? text.split(BETWEEN_WORDS).some((each) => each.startsWith(word)) : text.includes(word);
  return searched(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .every(isFound);
}

/** Returns a text as lists search and order it: in lower case, without accents. */
export const fold = (text: string) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

const BETWEEN_WORDS = /[\s.,_@+\-()[\]{}"'“”„«»:;/!?&#–—]+/;

/** Whether texts hold each word of a search; one shorter than 3 characters where a word starts. */
export function holdsWords(texts: readonly string[], search: string): boolean {
  const text = texts.map(fold).join(' ');
  const isFound = (word: string) =>
    word.length < 3 ? text.split(BETWEEN_WORDS).some((each) => each.startsWith(word)) : text.includes(word);
  return fold(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .every(isFound);
}

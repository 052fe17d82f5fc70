import { type FoundRecord, inPlainLetters, MAX_FOUND_OF_KIND } from '@cytocomm/contract';
import type { Principal } from '../calls/access.ts';

/** Finds records of one kind that a person may see, at most as many as an answer holds of a kind. */
export type Finder = (reader: Principal, words: string) => Promise<readonly FoundRecord[]>;

/** What a search reads of a list, and how it presents that. */
export const FOUND_PAGE = { limit: MAX_FOUND_OF_KIND } as const;

/** A shorter word is found where a word starts. */
const MIN_INNER_LENGTH = 3;
/** What stands between words, as a class of a regular expression. */
const BETWEEN = `[ .,_@+\\-()\\[\\]{}"'’‘“”„«»:;/!?&#–—]`;
const ALL_BETWEEN = new RegExp(BETWEEN, 'g');

/** The forms of a mark, the one of keyboards first: what was written with one of them is found by the others. */
const MARKS = ["'’‘‚‛ʼ′`", '"“”„‟«»', '-‐‒–—―−'];
const ALL_MARKS = new RegExp(`[${MARKS.join('').replace('-', '\\-')}]`, 'g');

/** Returns a text as it is searched and sorted: in lower case, in plain letters. */
export const folded = inPlainLetters;

/** Returns all that a record is found by, as one text. Each word has something in front of it. */
export function searchTextOf(texts: readonly string[]): string {
  return texts.map((text) => ` ${folded(text).replace(/\s+/g, ' ').trim()}`).join('');
}

/** Returns the field that a record is searched by. */
export const searchFieldsOf = (...texts: readonly string[]) => ({ searchText: searchTextOf(texts) });

/** Returns a text as a regular expression of its own. No record has a NUL, and BSON has no pattern with one. */
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replaceAll('\0', '\uFFFD');

/** Returns the condition that a text begins so. */
export const beginsWith = (text: string) => ({ $regex: `^${escaped(text)}` });

/** Returns a word as a regular expression, with its marks in any form. */
const literal = (word: string) =>
  [...word]
    .map((character) => {
      const forms = MARKS.find((each) => each.includes(character));
      return forms === undefined ? escaped(character) : `[${escaped(forms)}]`;
    })
    .join('');

function patternOf(word: string): string {
  // Letters at the start of a short word: of `j.` the `j`.
  const letters = word.replace(ALL_BETWEEN, '').replace(ALL_MARKS, '');
  const isStart = [...word].length < MIN_INNER_LENGTH && letters !== '' && word.startsWith(letters);
  return (isStart ? BETWEEN : '') + literal(word);
}

const wordsOf = (search: string) => [...new Set(folded(search).split(/\s+/))].filter((word) => word !== '');

/** Returns whether a search finds a text, as a check of texts that no field holds. */
export function matcherOf(search: string): (text: string) => boolean {
  const patterns = wordsOf(search).map((word) => new RegExp(patternOf(word)));
  return (text) => patterns.length > 0 && patterns.every((pattern) => pattern.test(searchTextOf([text])));
}

/** Returns the conditions of a search on a field that holds a search text, one for each word; none for an empty search. */
export function searchFilter(search: string, field = 'searchText'): readonly Readonly<Record<string, object>>[] {
  const words = wordsOf(search);
  // One of accents alone is in no text.
  if (words.length === 0 && search.trim() !== '') return [{ _id: { $in: [] } }];
  return words.map((word) => ({ [field]: { $regex: patternOf(word) } }));
}

import { type FoundRecord, inPlainLetters, MAX_FOUND_OF_KIND } from '@cytocomm/contract';
import type { Principal } from '../calls/access.ts';
import type { Condition } from './indexed-list.ts';

/** The results of one kind. */
export interface Found<Record> {
  /** At most as many as an answer holds of a kind. */
  readonly found: readonly Record[];
  /** Whether the search ended before it had looked at all: there may be more. */
  readonly isCut: boolean;
}

/** Finds records of one kind that a person may see. */
export type Finder = (reader: Principal, words: string) => Promise<Found<FoundRecord>>;

/** How many pages of a list are read: one of a search may hold fewer rows than are wanted, and lead to more. */
const MAX_PAGES = 3;

/** A page of a list, as far as a search reads it. */
interface FoundPage<Row> {
  readonly page: readonly Row[];
  readonly nextCursor: string | null;
}

/** Reads a list until there are as many rows as an answer holds of a kind, but only some pages of it. Returns them as they are presented. */
export async function readFound<Row>(
  readPage: (asked: { readonly limit: number; readonly cursor: string | undefined }) => Promise<FoundPage<Row>>,
  present: (row: Row) => FoundRecord,
): Promise<Found<FoundRecord>> {
  const rows: Row[] = [];
  const all = (isCut: boolean) => ({ found: rows.slice(0, MAX_FOUND_OF_KIND).map(present), isCut });
  let cursor: string | undefined;
  for (let read = 0; read < MAX_PAGES; read += 1) {
    const { page, nextCursor } = await readPage({ limit: MAX_FOUND_OF_KIND, cursor });
    rows.push(...page);
    if (rows.length >= MAX_FOUND_OF_KIND || nextCursor === null) return all(false);
    cursor = nextCursor;
  }
  return all(true);
}

/** The shortest word that is found inside of others; a shorter one is found where a word starts. */
const WHOLE = 3;
/** Begins the key of a word's start. No e-mail and no name holds it: both are free of control characters. */
const START = '\u0001';
/** Word separators, as a class of a regular expression. */
const BETWEEN = `[\\s.,_@+\\-()\\[\\]{}"'’‘“”„«»:;/!?&#–—]`;
const BETWEEN_WORDS = new RegExp(`${BETWEEN}+`);
const ALL_BETWEEN = new RegExp(BETWEEN, 'g');

/** The forms of a mark, the one of keyboards first: what was written with one of them is found by the others. */
const MARKS = ["'’‘‚‛ʼ′`", '"“”„‟«»', '-‐‒–—―−'];
const MARK = `[${MARKS.join('').replace('-', '\\-')}]`;
const ANY_MARK = new RegExp(MARK);
const ALL_MARKS = new RegExp(MARK, 'g');

/** Returns the forms of a character. */
const formsOf = (character: string): string => MARKS.find((forms) => forms.includes(character)) ?? character;

/** Returns a text as it is searched: in lower case, in plain letters. */
export const folded = inPlainLetters;

/** Returns all that a record is found by, as one text. */
export function searchTextOf(texts: readonly string[]): string {
  return texts.map((text) => folded(text).replace(/\s+/g, ' ').trim()).join(' ');
}

/** Returns the pieces of three characters of a word. */
function piecesOf(word: string): readonly string[] {
  const characters = [...word];
  return characters.slice(WHOLE - 1).map((_, place) => characters.slice(place, place + WHOLE).join(''));
}

/** Returns the keys under which the index holds a record: every three characters that stand together, and the first one and two of each word. */
export function searchKeysOf(searchText: string): readonly string[] {
  const pieces = searchText.split(/\s+/).flatMap(piecesOf);
  const starts = searchText
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
    .flatMap((word) => {
      const [first = '', second = ''] = word;
      return [START + first, START + first + second];
    });
  return [...new Set([...pieces, ...starts])];
}

/** The search fields of a listed record; every stored one has both, but queries may leave one out. */
export interface SearchFields {
  readonly searchText?: string;
  /** The keys of that text in the index of the search. */
  readonly searchKeys?: readonly string[];
}

/** Returns what a record is searched by. */
export function searchFieldsOf(...texts: readonly string[]) {
  const searchText = searchTextOf(texts);
  return { searchText, searchKeys: [...searchKeysOf(searchText)] };
}

/** One word of a search. */
export interface SearchTerm {
  /** Keys that every record that is found has; none for a word without letters. */
  readonly keys: readonly string[];
  /** Whether every record with the keys is found. */
  readonly isExact: boolean;
  /** A regular expression for the search text. */
  readonly pattern: string;
}

/** Returns a text as a regular expression of its own, with its marks in any form. */
const literal = (text: string) =>
  [...text]
    .map((character) => {
      const escaped = formsOf(character).replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
      return ANY_MARK.test(character) ? `[${escaped}]` : escaped;
    })
    .join('');

function termOf(word: string): SearchTerm {
  if ([...word].length >= WHOLE) {
    // The index holds a mark in the form in which it was written.
    const keys = piecesOf(word).filter((piece) => !ANY_MARK.test(piece));
    return { keys, isExact: keys.length === 1 && !ANY_MARK.test(word), pattern: literal(word) };
  }
  // The index holds letters without the marks around them: of `–` nothing, of `j.` the `j`.
  const letters = word.replace(ALL_BETWEEN, '').replace(ALL_MARKS, '');
  const isStart = word.startsWith(letters) && letters !== '';
  return {
    keys: letters === '' ? [] : [START + letters],
    isExact: letters === word,
    pattern: `${isStart ? `(?:^|${BETWEEN})` : ''}${literal(word)}`,
  };
}

/** Returns the words of a search. */
export function searchTermsOf(search: string): readonly SearchTerm[] {
  return [...new Set(folded(search).split(/\s+/))].filter((word) => word !== '').map(termOf);
}

/** A word without a key: one of accents alone is in no record. */
const NOTHING = { holds: () => false, entries: [{ searchKeys: START }], isExact: true };

/**
 * Returns the conditions of a search, a word each, none for an empty one. The index of the keys holds records in the order of
 * `entriesBy`.
 */
export function searchConditions<Row extends SearchFields>(
  search: string,
  entriesBy: keyof Row & string,
): Condition<Row>[] {
  const terms = searchTermsOf(search);
  if (terms.length === 0 && search.trim() !== '') return [{ ...NOTHING, entriesBy }];
  return terms.map(({ keys, isExact, pattern }) => {
    const expression = new RegExp(pattern);
    return {
      holds: ({ searchText = '' }) => expression.test(searchText),
      entries: keys.map((searchKeys) => ({ searchKeys })),
      isExact,
      entriesBy,
    };
  });
}

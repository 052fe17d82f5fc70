/** The shortest word that is found inside of others; a shorter one is found where a word starts. */
const WHOLE = 3;
/** Begins the key of a word's start. No e-mail and no name holds it: both are free of control characters. */
const START = '\u0001';
const BETWEEN_WORDS = /[\s.,_@+-]+/;

/** Returns a text as it is searched: in lower case, without accents. */
export function folded(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
}

/** Returns all that a person is found by, as one text. */
export function searchTextOf({ email, name }: { readonly email: string; readonly name: string }): string {
  return `${folded(email)} ${folded(name).replace(/\s+/g, ' ')}`;
}

/** Returns the pieces of three characters of a word. */
function piecesOf(word: string): readonly string[] {
  const characters = [...word];
  return characters.slice(WHOLE - 1).map((_, place) => characters.slice(place, place + WHOLE).join(''));
}

/** Returns the keys under which the index holds a person: every three characters that stand together, and the first one and two of each word. */
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

/** One word of a search. */
export interface SearchTerm {
  /** Keys that everybody who is found has. */
  readonly keys: readonly string[];
  /** A regular expression for the search text. */
  readonly pattern: string;
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Returns the words of a search. */
export function searchTermsOf(search: string): readonly SearchTerm[] {
  return [...new Set(folded(search).split(/\s+/))]
    .filter((word) => word !== '')
    .map((word) =>
      [...word].length >= WHOLE
        ? { keys: piecesOf(word), pattern: literal(word) }
        : { keys: [START + word], pattern: `(?:^|[ .,_@+\\-])${literal(word)}` },
    );
}

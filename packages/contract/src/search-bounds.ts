/** How many words a search may have: a call with more is refused. */
export const MAX_SEARCH_WORDS = 8;

/** Returns the words of a search that are looked for: as many as it may have. */
export const searchedWords = (search: string): string =>
  search.trim().split(/\s+/).slice(0, MAX_SEARCH_WORDS).join(' ');

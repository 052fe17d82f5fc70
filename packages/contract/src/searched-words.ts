import { MAX_SEARCH_WORDS } from './bounds.ts';

/** Returns the words of a search that are looked for: as many as it may have. */
export const searchedWords = (search: string): string =>
  search.trim().split(/\s+/).slice(0, MAX_SEARCH_WORDS).join(' ');

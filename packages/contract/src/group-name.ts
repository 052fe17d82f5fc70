import { inPlainLetters } from './plain-letters.ts';

// Apart from the schemas, so that a page that only names a group does not load a schema library.

/** How many characters a group's name has at most. */
export const MAX_GROUP_LENGTH = 40;
/** In how many groups a person is at most. */
export const MAX_GROUPS_OF_PERSON = 10;
/** For how many groups a document, a press release or an event is at most. */
export const MAX_GROUPS_OF_ITEM = 10;

/** Returns the name of a group that somebody typed, such as `series-a` of `Series A`; undefined for what makes none. */
export function groupNamed(text: string): string | undefined {
  const words = inPlainLetters(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return words === '' || words.length > MAX_GROUP_LENGTH ? undefined : words;
}

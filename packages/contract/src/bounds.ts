/** How many characters a group's name has at most. */
export const MAX_GROUP_LENGTH = 40;
/** In how many groups a person is at most. */
export const MAX_GROUPS_OF_PERSON = 10;
/** For how many groups a document, a press release or an event is at most. */
export const MAX_GROUPS_OF_ITEM = 10;

/** How many passkeys a person has at most. */
export const MAX_PASSKEYS = 10;

/** The longest name of a passkey, in characters. */
export const PASSKEY_NAME_LENGTH = 60;

/** The page of passkeys and recovery codes, which mails name. */
export const SECURITY_PAGE = '/account/security';

/** The longest name of a person, in characters. */
export const PERSON_NAME_LENGTH = 100;

/** The largest file of a picture, in bytes. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
/** The longest side of a picture that is taken, in pixels. */
export const MAX_PICTURE_SIDE = 12_000;
/** The most pixels of a picture that is taken; half of them where each colour has 16 bits. */
export const MAX_PICTURE_PIXELS = 50_000_000;
/** The widths in which a picture is kept, in pixels; a smaller one is never enlarged. */
export const PICTURE_WIDTHS = [480, 960, 1600] as const;
/** The longest alternative text that the portal's own form takes, in characters. */
export const MAX_ALTERNATIVE_TEXT = 300;

/** Returns the widths in which a picture is there, the smallest first; `width` is that of its largest form. */
export function pictureWidths(width: number): readonly number[] {
  return [...PICTURE_WIDTHS.filter((each) => each < width), width];
}

/** The longest content of a press release, in characters of HTML. */
export const RELEASE_CONTENT_LENGTH = 200_000;
/** The longest note of a question for approval or of its answer, in characters. */
export const APPROVAL_NOTE_LENGTH = 1000;

/** How many words a search may have: a call with more is refused. */
export const MAX_SEARCH_WORDS = 8;

/** How many documents a client reads at once; a wide network of IPv6 has several clients' worth. */
export const MAX_DOWNLOADS_OF_CLIENT = 20;

/** How many people one reminder of a document reaches at most. */
export const MAX_REMINDED = 1000;

/** How many events the list has at most where a limit is asked for. */
export const MAX_EVENTS_LISTED = 500;

/** How many records of each kind a search returns at most. */
export const MAX_FOUND_OF_KIND = 20;
/** How far what waits is counted: where so much waits, there may be more. */
export const MAX_WAITING_COUNTED = 101;

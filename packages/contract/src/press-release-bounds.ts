/** The longest content of a press release, in characters of HTML. */
export const RELEASE_CONTENT_LENGTH = 200_000;
/** The longest note of a question for approval or of its answer, in characters. */
export const APPROVAL_NOTE_LENGTH = 1000;

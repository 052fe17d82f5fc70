import { z } from 'zod';
import { PLAIN_EMAIL, withoutUnseen } from './pasted-email.ts';

/** One line of characters that can be printed. Noncharacters are no text: XML, and so a feed, cannot hold some of them at all. */
export const PRINTABLE_LINE = /^[^\p{Cc}\p{Noncharacter_Code_Point}]*$/u;
/** Text of several lines without control characters. */
export const PRINTABLE_LINES = /^(?:[^\p{Cc}\p{Noncharacter_Code_Point}]|[\n\r\t])*$/u;

/**
 * Returns the schema of a text of one line: trimmed, not empty, no control characters, so that it can stand in a header, a feed or a
 * subject.
 */
export function lineOf(longest: number) {
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(longest, `at most ${longest} characters`)
    .regex(PRINTABLE_LINE, 'one line, no control characters')
    .refine((text) => text.isWellFormed(), 'must be valid Unicode')
    .refine(isSeenOrEmpty, SEEN_WANTED);
}

/** Returns the schema of a text of several lines, or none: no control characters but line breaks and tabs. */
export function optionalLinesOf(longest: number) {
  return z
    .string()
    .trim()
    .max(longest, `at most ${longest} characters`)
    .regex(PRINTABLE_LINES, 'no control characters')
    .refine((text) => text.isWellFormed(), 'must be valid Unicode');
}

/** Returns the schema of a text of several lines: not empty, no control characters but line breaks and tabs. */
export function linesOf(longest: number) {
  return optionalLinesOf(longest).min(1, 'must not be empty');
}

/** The id of a stored record. */
export const recordIdSchema = z
  .string()
  .regex(/^[0-9a-f]{24}$/, '24 hexadecimal digits')
  .meta({ id: 'RecordId' });

/** The id inside an address. */
export const recordParamsSchema = z.strictObject({ id: recordIdSchema });
/** The id inside an address. */
export type RecordParams = z.infer<typeof recordParamsSchema>;

/** Scripts whose letters are joined, or kept apart, by characters that are not seen. */
const JOINED = 'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'
  .split(' ')
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('');

/** Where words need what is not seen, and it is told by what it stands beside. */
const NEEDED = [
  String.raw`(?<=[${JOINED}])[\u200c\u200d](?=[${JOINED}])`,
  // The last letter of many names in Malayalam.
  String.raw`(?<=\u0d4d)\u200d(?=\s|$)`,
  String.raw`(?<=[\p{ExtPict}\p{EMod}\ufe0f])\u200d(?=\p{ExtPict})`,
  String.raw`(?<=\p{ExtPict})[\ufe0e\ufe0f]`,
  String.raw`(?<=\p{sc=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{sc=Mong})[\u180b-\u180f]`,
].join('|');

/**
 * What is not seen in a line, or turns its order around: a name that has it is not the one that is read. Joiners and forms are left out
 * where they belong: between letters of scripts that join them, in emoji, and after Han characters and Mongolian letters.
 */
export const UNSEEN = new RegExp(String.raw`(?!${NEEDED})[\p{DI}\u2028\u2029\u2800\ufff9-\ufffb\u{1d159}]`, 'u');

const ALL_UNSEEN = new RegExp(UNSEEN.source, 'gu');

/** Returns a name without what is not seen in it, and with plain blanks between its words. */
export const cleanedName = (text: string): string => text.replace(ALL_UNSEEN, '').replace(/\s+/g, ' ').trim();

/** What is seen, a mark alone is not; and what no text may hold, which is said by itself. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}\p{Cc}\p{Cs}\p{Cn}]/u;
/** The message for an invisible text. */
export const SEEN_WANTED = 'letters, or other characters that are seen';

/** Whether a text is empty or has a visible character: an invisible one could not be found or pressed in a list. */
export const isSeenOrEmpty = (text: string): boolean => text.trim() === '' || SEEN.test(text.replace(ALL_UNSEEN, ''));

/**
 * One plain e-mail address (RFC 5321), lower-cased, without what is not seen in it: no display name, no list, no line break, ASCII
 * only. A mailer would happily write to both addresses of `a@x, b@y`, so nothing looser may pass.
 */
export const emailSchema = z
  .string()
  .overwrite(withoutUnseen)
  .max(254, { error: 'at most 254 characters', abort: true })
  .regex(PLAIN_EMAIL, 'a valid e-mail address')
  .toLowerCase()
  .meta({ id: 'Email', examples: ['investor@cytocomm.example'] });

/** What a visitor writes in the contact form. */
export const contactFieldsSchema = z.strictObject({
  name: lineOf(100),
  email: emailSchema,
  subject: z.union([lineOf(200), z.literal('')], 'one line of at most 200 characters').optional(),
  message: linesOf(5000),
});

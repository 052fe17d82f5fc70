import { emailSchema } from '@cytocomm/contract';
import { listSchema, numberSchema } from '@cytocomm/runtime';
import { z } from 'zod';

/** Some 100 bytes: less would be rounded to a limit that nothing passes. */
const LEAST_MB = 0.0001;
/** A number of megabytes. */
export const megabytesSchema = (most: number) => numberSchema(LEAST_MB, most, 'megabytes');

const isSecret = (value: string) => value.trim().length >= 32;
/** What keys are derived from. */
export const secretSchema = z.string().refine(isSecret, 'at least 32 characters, without blanks around them');
/** Several secrets, comma-separated. */
export const secretsSchema = listSchema(isSecret, 'at least 32 characters each, joined by commas');

/** Whether a text is an smtp:// or smtps:// address. */
export function isSmtpUrl(value: string): boolean {
  return /^smtps?:\/\/.+/.test(value) && URL.canParse(value) && new URL(value).hostname !== '';
}

/** `portal@cytocomm.example`, or with a name before it: `Cytocomm <portal@cytocomm.example>`. */
export const mailboxSchema = z.string().refine((value) => {
  const named = /^[^<>"\r\n]+ <([^<>\s]+)>$/.exec(value);
  return emailSchema.safeParse(named?.[1] ?? value).success;
}, 'an e-mail address, with or without a name before it');

/** Comma-separated entries of a type. */
export const listOf = <Entry extends z.ZodType<string, string>>(entry: Entry, wanted: string) =>
  z.string().transform((value, context) => {
    const list = z.array(entry).safeParse(value.split(',').map((each) => each.trim()));
    if (list.success) return list.data;
    context.addIssue(wanted);
    return z.NEVER;
  });

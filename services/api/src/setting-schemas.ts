import { emailSchema } from '@cytocomm/contract';
import { z } from 'zod';

const PORT = 'a port number from 0 to 65535';
/** A port; 0 takes a free one. */
export const portSchema = z.coerce.number(PORT).int(PORT).min(0, PORT).max(65_535, PORT);

/** A number from the least to the most. */
export const numberSchema = (least: number, most: number, unit: string) => {
  const wanted = `a number of ${unit} from ${least} to ${most}`;
  return z.coerce.number(wanted).min(least, wanted).max(most, wanted);
};

/** A number of megabytes above 0. */
export const megabytesSchema = (most: number) => {
  const wanted = `a number of megabytes above 0 and up to ${most}`;
  return z.coerce.number(wanted).positive(wanted).max(most, wanted);
};

/** An opt-in to something unsafe, by the full word `yes`. */
export const yesSchema = z.literal('yes', '"yes" or nothing').optional();
/** What keys are derived from. */
export const secretSchema = z.string().min(32, 'at least 32 characters');

/** Whether a text is an http or https address without a path. */
export function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, hash, username } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && pathname + search + hash + username === '/';
}

/** Whether a text is an smtp:// or smtps:// address. */
export function isSmtpUrl(value: string): boolean {
  return /^smtps?:\/\/.+/.test(value) && URL.canParse(value) && new URL(value).hostname !== '';
}

/** `portal@cytocomm.example`, or with a name before it: `Cytocomm <portal@cytocomm.example>`. */
export const mailboxSchema = z.string().refine((value) => {
  const named = /^[^<>"\r\n]+ <([^<>\s]+)>$/.exec(value);
  return emailSchema.safeParse(named?.[1] ?? value).success;
}, 'an e-mail address, with or without a name before it');

/** Comma-separated names. */
export const hostNamesSchema = z
  .string()
  .transform((value) => value.split(',').map((name) => name.trim()))
  .refine((names) => names.every((name) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(name)), 'names joined by commas');

/** Comma-separated entries. */
export const listOf = <Entry extends z.ZodType<string, string>>(entry: Entry, wanted: string) =>
  z.string().transform((value, context) => {
    const list = z.array(entry).safeParse(value.split(',').map((each) => each.trim()));
    if (list.success) return list.data;
    context.addIssue(wanted);
    return z.NEVER;
  });

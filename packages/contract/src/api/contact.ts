import { z } from 'zod';
import { emailSchema } from './email.ts';
import { lineOf, linesOf } from './text.ts';

/** What a visitor writes in the contact form. */
export const contactFieldsSchema = z.strictObject({
  name: lineOf(100),
  email: emailSchema,
  subject: z.union([lineOf(200), z.literal('')], 'one line of at most 200 characters').optional(),
  message: linesOf(5000),
});

/** A message of the contact form, with its solved captcha. */
export const contactMessageSchema = contactFieldsSchema
  .extend({
    captcha: z
      .string()
      .max(10_000, 'too long')
      .optional()
      .describe('what the captcha gave; without it nothing is sent'),
  })
  .meta({ id: 'ContactMessage' });
/** A message of the contact form. */
export type ContactMessage = z.input<typeof contactMessageSchema>;

/** The answer to a message: it is stored. */
export const contactAnswerSchema = z.object({ message: z.string() }).meta({ id: 'ContactAnswer' });
/** The answer to a message. */
export type ContactAnswer = z.infer<typeof contactAnswerSchema>;

/**
 * What a form says that was sent without scripts: the browser is led back to the page it came from, with one of these after
 * the `#`. The page holds the words under that id and shows them by `:target`.
 */
export const FORM_RESULTS = {
  contact: {
    done: 'message-sent',
    captcha: 'message-captcha',
    invalid: 'message-invalid',
    limited: 'message-limited',
    failed: 'message-failed',
  },
  alerts: {
    done: 'alerts-done',
    invalid: 'alerts-invalid',
    limited: 'alerts-limited',
    failed: 'alerts-failed',
  },
  /** The pages that the links of alert mails lead to, which have the sign-up in their footer too. */
  link: {
    done: 'link-done',
    invalid: 'link-invalid',
    failed: 'link-failed',
  },
} as const;

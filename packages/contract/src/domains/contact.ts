import { z } from 'zod';
import { callsOf, formReply, json } from '../define-call.ts';
import { contactFieldsSchema } from '../text.ts';

/** An ALTCHA challenge, as its widget takes it. */
export const altchaChallengeSchema = z
  .object({
    provider: z.literal('altcha'),
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  })
  .meta({ id: 'AltchaChallenge' });

/** The widget of another provider. */
export const captchaWidgetSchema = z
  .object({ provider: z.enum(['hcaptcha', 'turnstile']), siteKey: z.string() })
  .meta({ id: 'CaptchaWidget' });

/** What a form needs to show its captcha. */
export const captchaSchema = z.discriminatedUnion('provider', [altchaChallengeSchema, captchaWidgetSchema]);
/** What a form needs to show its captcha. */
export type Captcha = z.infer<typeof captchaSchema>;

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

const contact = callsOf('contact');
const forms = callsOf('forms');

/** The contact form and its captcha. */
export default {
  readCaptcha: contact('GET', '/api/captcha', {
    summary: "Read a new ALTCHA challenge, or the provider's widget",
    reply: json(captchaSchema),
    problems: { 'rate-limited': 429 },
  }),
  sendContactMessage: contact('POST', '/api/contact', {
    summary: 'Send a contact message',
    body: contactMessageSchema,
    reply: json(contactAnswerSchema, 201),
    problems: { captcha: 400, 'rate-limited': 429 },
  }),
  submitContactForm: forms('POST', '/api/forms/contact', {
    summary: 'Send a contact message by plain form',
    form: contactMessageSchema,
    reply: formReply,
  }),
};

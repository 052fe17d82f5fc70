import { captchaSchema } from '../api/captcha.ts';
import { contactAnswerSchema, contactMessageSchema } from '../api/contact.ts';
import { readCaptcha, sendContactMessage } from '../calls/contact.ts';
import { json, specsOf } from './spec.ts';

const spec = specsOf('contact');

/** The contact form and its captcha. */
export const contactSpecs = [
  spec(readCaptcha, {
    summary: 'A fresh ALTCHA challenge, or the widget of the provider in use',
    reply: json(captchaSchema),
    problems: { 'rate-limited': 429 },
  }),
  spec(sendContactMessage, {
    summary: 'Send a message by the contact form',
    body: contactMessageSchema,
    reply: json(contactAnswerSchema, 201),
    problems: { captcha: 400, 'rate-limited': 429 },
  }),
];

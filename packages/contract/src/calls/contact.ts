import type { Captcha } from '../api/captcha.ts';
import type { ContactAnswer, ContactMessage } from '../api/contact.ts';
import { call, type Nothing } from './call.ts';

/** A captcha to solve. */
export const readCaptcha = /* @__PURE__ */ call<Nothing, Nothing, undefined, Captcha>('GET', '/api/captcha');

/** Sends a message to the company. */
export const sendContactMessage = /* @__PURE__ */ call<Nothing, Nothing, ContactMessage, ContactAnswer>(
  'POST',
  '/api/contact',
);

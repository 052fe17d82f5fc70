// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type contact from '../domains/contact.ts';

/** A fresh ALTCHA challenge, or the widget of the provider in use. */
export const readCaptcha = /* @__PURE__ */ callOf<typeof contact.readCaptcha>('GET', '/api/captcha');
/** Send a message by the contact form. */
export const sendContactMessage = /* @__PURE__ */ callOf<typeof contact.sendContactMessage>('POST', '/api/contact');
/** The contact form without scripts. */
export const submitContactForm = /* @__PURE__ */ callOf<typeof contact.submitContactForm>('POST', '/api/forms/contact');

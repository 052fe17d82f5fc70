// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type contact from '../domains/contact.ts';

/** Read a new ALTCHA challenge, or the provider's widget. */
export const readCaptcha = /* @__PURE__ */ callOf<typeof contact.readCaptcha>('GET', '/api/captcha');
/** Send a contact message. */
export const sendContactMessage = /* @__PURE__ */ callOf<typeof contact.sendContactMessage>('POST', '/api/contact');
/** Send a contact message by plain form. */
export const submitContactForm = /* @__PURE__ */ callOf<typeof contact.submitContactForm>('POST', '/api/forms/contact');

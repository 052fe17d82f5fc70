import { call } from './call.ts';

/** The contact form without scripts; the answer leads back to the page. */
export const submitContactForm = /* @__PURE__ */ call('POST', '/api/forms/contact');

/** The sign-up for e-mail alerts without scripts. */
export const submitAlertsForm = /* @__PURE__ */ call('POST', '/api/forms/alerts');

/** The confirmation of e-mail alerts without scripts. */
export const submitConfirmForm = /* @__PURE__ */ call('POST', '/api/forms/alerts/confirm');

/** The end of e-mail alerts without scripts. */
export const submitUnsubscribeForm = /* @__PURE__ */ call('POST', '/api/forms/alerts/unsubscribe');

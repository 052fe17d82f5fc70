// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type alerts from '../domains/alerts.ts';

/** Ask for e-mail alerts. */
export const requestAlerts = /* @__PURE__ */ callOf<typeof alerts.requestAlerts>('POST', '/api/alerts');
/** Confirm an address by the token of the mail; works once. */
export const confirmAlerts = /* @__PURE__ */ callOf<typeof alerts.confirmAlerts>('POST', '/api/alerts/confirm');
/** End the alerts of one person. */
export const unsubscribeAlerts = /* @__PURE__ */ callOf<typeof alerts.unsubscribeAlerts>('POST', '/api/alerts/unsubscribe');
/** For mail programs that open the link instead of posting to it: leads to the page, changes nothing. */
export const openUnsubscribePage = /* @__PURE__ */ callOf<typeof alerts.openUnsubscribePage>('GET', '/api/alerts/unsubscribe');
/** How many people a mail about some topics would reach. */
export const countAlertAudience = /* @__PURE__ */ callOf<typeof alerts.countAlertAudience>('GET', '/api/admin/alerts/audience');
/** Which mails you want as an investor. */
export const readAlertPreferences = /* @__PURE__ */ callOf<typeof alerts.readAlertPreferences>('GET', '/api/alerts/preferences');
/** Choose which mails you want as an investor. */
export const chooseAlertPreferences = /* @__PURE__ */ callOf<typeof alerts.chooseAlertPreferences>('PUT', '/api/alerts/preferences');
/** The sign-up for e-mail alerts without scripts. */
export const submitAlertsForm = /* @__PURE__ */ callOf<typeof alerts.submitAlertsForm>('POST', '/api/forms/alerts');
/** The page of the mail's link without scripts: confirm. */
export const submitConfirmForm = /* @__PURE__ */ callOf<typeof alerts.submitConfirmForm>('POST', '/api/forms/alerts/confirm');
/** The page of the mail's link without scripts: unsubscribe. */
export const submitUnsubscribeForm = /* @__PURE__ */ callOf<typeof alerts.submitUnsubscribeForm>('POST', '/api/forms/alerts/unsubscribe');

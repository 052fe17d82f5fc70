// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type alerts from '../domains/alerts.ts';

/** Sign up for e-mail alerts. */
export const requestAlerts = /* @__PURE__ */ callOf<typeof alerts.requestAlerts>('POST', '/api/alerts');
/** Confirm an address with the mailed token, once. */
export const confirmAlerts = /* @__PURE__ */ callOf<typeof alerts.confirmAlerts>('POST', '/api/alerts/confirm');
/** Unsubscribe an address from alerts. */
export const unsubscribeAlerts = /* @__PURE__ */ callOf<typeof alerts.unsubscribeAlerts>('POST', '/api/alerts/unsubscribe');
/** Redirect to the unsubscribe page, for mail programs that open the link instead of posting to it. */
export const openUnsubscribePage = /* @__PURE__ */ callOf<typeof alerts.openUnsubscribePage>('GET', '/api/alerts/unsubscribe');
/** Count recipients of a mail about some topics. */
export const countAlertAudience = /* @__PURE__ */ callOf<typeof alerts.countAlertAudience>('GET', '/api/admin/alerts/audience');
/** Read your mail preferences as an investor. */
export const readAlertPreferences = /* @__PURE__ */ callOf<typeof alerts.readAlertPreferences>('GET', '/api/alerts/preferences');
/** Set your mail preferences as an investor. */
export const chooseAlertPreferences = /* @__PURE__ */ callOf<typeof alerts.chooseAlertPreferences>('PUT', '/api/alerts/preferences');
/** Sign up for e-mail alerts by plain form. */
export const submitAlertsForm = /* @__PURE__ */ callOf<typeof alerts.submitAlertsForm>('POST', '/api/forms/alerts');
/** Confirm e-mail alerts by plain form. */
export const submitConfirmForm = /* @__PURE__ */ callOf<typeof alerts.submitConfirmForm>('POST', '/api/forms/alerts/confirm');
/** Unsubscribe from e-mail alerts by plain form. */
export const submitUnsubscribeForm = /* @__PURE__ */ callOf<typeof alerts.submitUnsubscribeForm>('POST', '/api/forms/alerts/unsubscribe');

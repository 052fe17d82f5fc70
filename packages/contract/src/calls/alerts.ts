import type {
  AlertAnswer,
  AlertAudience,
  AlertAudienceQuery,
  AlertPreferences,
  AlertRequest,
  AlertToken,
  AlertUnsubscribeQuery,
} from '../api/alerts.ts';
import { call, type Nothing } from './call.ts';

/** Asks for e-mail alerts; a mail wants the address confirmed. */
export const requestAlerts = /* @__PURE__ */ call<Nothing, Nothing, AlertRequest, AlertAnswer>('POST', '/api/alerts');

/** Confirms an address for alerts. */
export const confirmAlerts = /* @__PURE__ */ call<Nothing, Nothing, AlertToken, AlertAnswer>(
  'POST',
  '/api/alerts/confirm',
);

/** Ends an address's alerts; mail programs call it with the query alone (RFC 8058), pages with the body alone. */
export const unsubscribeAlerts = /* @__PURE__ */ call<
  Nothing,
  AlertUnsubscribeQuery,
  AlertToken | undefined,
  AlertAnswer
>('POST', '/api/alerts/unsubscribe');

/** Leads to the page that asks whether to unsubscribe. */
export const openUnsubscribePage = /* @__PURE__ */ call<Nothing, AlertUnsubscribeQuery>(
  'GET',
  '/api/alerts/unsubscribe',
);

/** How many people would get a mail about these topics. */
export const countAlertAudience = /* @__PURE__ */ call<Nothing, AlertAudienceQuery, undefined, AlertAudience>(
  'GET',
  '/api/admin/alerts/audience',
);

/** What an investor gets by mail. */
export const readAlertPreferences = /* @__PURE__ */ call<Nothing, Nothing, undefined, AlertPreferences>(
  'GET',
  '/api/alerts/preferences',
);

/** Chooses what an investor gets by mail. */
export const chooseAlertPreferences = /* @__PURE__ */ call<Nothing, Nothing, AlertPreferences, AlertPreferences>(
  'PUT',
  '/api/alerts/preferences',
);

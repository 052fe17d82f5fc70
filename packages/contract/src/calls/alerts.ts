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
export const requestAlerts = call<Nothing, Nothing, AlertRequest, AlertAnswer>('POST', '/api/alerts');

/** Confirms an address for alerts. */
export const confirmAlerts = call<Nothing, Nothing, AlertToken, AlertAnswer>('POST', '/api/alerts/confirm');

/** Ends an address's alerts; mail programs call it with the query alone (RFC 8058). */
export const unsubscribeAlerts = call<Nothing, AlertUnsubscribeQuery, undefined, AlertAnswer>(
  'POST',
  '/api/alerts/unsubscribe',
);

/** Leads to the page that asks whether to unsubscribe. */
export const openUnsubscribePage = call<Nothing, AlertUnsubscribeQuery>('GET', '/api/alerts/unsubscribe');

/** How many people would get a mail about these topics. */
export const countAlertAudience = call<Nothing, AlertAudienceQuery, undefined, AlertAudience>(
  'GET',
  '/api/admin/alerts/audience',
);

/** What an investor gets by mail. */
export const readAlertPreferences = call<Nothing, Nothing, undefined, AlertPreferences>(
  'GET',
  '/api/alerts/preferences',
);

/** Chooses what an investor gets by mail. */
export const chooseAlertPreferences = call<Nothing, Nothing, AlertPreferences, AlertPreferences>(
  'PUT',
  '/api/alerts/preferences',
);

import {
  alertAnswerSchema,
  alertAudienceQuerySchema,
  alertAudienceSchema,
  alertPreferencesSchema,
  alertRequestSchema,
  alertTokenSchema,
  alertUnsubscribeQuerySchema,
} from '../api/alerts.ts';
import {
  chooseAlertPreferences,
  confirmAlerts,
  countAlertAudience,
  openUnsubscribePage,
  readAlertPreferences,
  requestAlerts,
  unsubscribeAlerts,
} from '../calls/alerts.ts';
import { json, specsOf, written } from './spec.ts';

const spec = specsOf('alerts');

/** E-mail alerts. */
export const alertSpecs = [
  spec(requestAlerts, {
    summary: 'Ask for e-mail alerts',
    description: 'The answer is the same for every address. Nothing is sent before the address is confirmed by a link.',
    body: alertRequestSchema,
    reply: json(alertAnswerSchema, 202),
    problems: { 'rate-limited': 429 },
  }),
  spec(confirmAlerts, {
    summary: 'Confirm an address by the token of the mail; works once',
    body: alertTokenSchema,
    reply: json(alertAnswerSchema),
    problems: { 'invalid-link': 400 },
  }),
  spec(unsubscribeAlerts, {
    summary: 'End the alerts of one person',
    description:
      'By `{token}` as JSON, or by the one-click form of RFC 8058, which mail programs post to `?token=…`; what that form holds does not matter.',
    query: alertUnsubscribeQuerySchema,
    isHandedOut: true,
    reply: json(alertAnswerSchema),
    problems: { 'invalid-link': 400, 'bad-json': 400 },
  }),
  spec(openUnsubscribePage, {
    summary: 'For mail programs that open the link instead of posting to it: leads to the page, changes nothing',
    query: alertUnsubscribeQuerySchema,
    isHandedOut: true,
    reply: written([], 'Leads to the page that asks', 303),
  }),
  spec(countAlertAudience, {
    summary: 'How many people a mail about some topics would reach',
    query: alertAudienceQuerySchema,
    reply: json(alertAudienceSchema),
  }),
  spec(readAlertPreferences, {
    summary: 'Which mails you want as an investor',
    reply: json(alertPreferencesSchema),
  }),
  spec(chooseAlertPreferences, {
    summary: 'Choose which mails you want as an investor',
    body: alertPreferencesSchema,
    reply: json(alertPreferencesSchema),
  }),
];

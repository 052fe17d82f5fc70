import { z } from 'zod';
import { callsOf, formReply, json, written } from '../define-call.ts';
import { emailSchema } from '../text.ts';
import { groupsQuerySchema } from './groups.ts';

/** A request for e-mail alerts. */
export const alertRequestSchema = z.strictObject({ email: emailSchema }).meta({ id: 'AlertRequest' });
/** A request for e-mail alerts. */
export type AlertRequest = z.input<typeof alertRequestSchema>;

/** The token of a link in an alert mail. */
export const alertTokenSchema = z
  .strictObject({ token: z.string().min(1, 'a token').max(300, 'a token') })
  .meta({ id: 'AlertToken' });
/** The token of a link in an alert mail. */
export type AlertToken = z.input<typeof alertTokenSchema>;

/** The answer of the calls about alerts, in words. */
export const alertAnswerSchema = z.object({ message: z.string() }).meta({ id: 'AlertAnswer' });
/** The answer of the calls about alerts. */
export type AlertAnswer = z.infer<typeof alertAnswerSchema>;

/** The query of the one-click unsubscribe. */
export const alertUnsubscribeQuerySchema = z.strictObject({ token: z.string().max(300).optional() });
/** The token of a mail. */
export type AlertUnsubscribeQuery = z.infer<typeof alertUnsubscribeQuerySchema>;

/** What alert mails are about. */
export const alertTopicSchema = z.enum(['public-news', 'investor-news', 'new-report']).meta({ id: 'AlertTopic' });
/** What alert mails are about. */
export type AlertTopic = z.infer<typeof alertTopicSchema>;

/** The query of how many people a mail would reach. */
export const alertAudienceQuerySchema = z.strictObject({
  topics: z
    .string()
    .max(100)
    .transform((text) => text.split(','))
    .pipe(z.array(alertTopicSchema).min(1))
    .describe('one or more of public-news, investor-news, new-report, comma-separated'),
  groups: groupsQuerySchema
    .optional()
    .describe('of members only those in one of these groups, comma-separated; admins all the same'),
});
/** Which topics are counted. */
export type AlertAudienceQuery = z.infer<typeof alertAudienceQuerySchema>;

/** How many people want mails about one of some topics; each counts once. */
export const alertAudienceSchema = z.object({ recipients: z.number().int() }).meta({ id: 'AlertAudience' });
/** How many people want mails about one of some topics. */
export type AlertAudience = z.infer<typeof alertAudienceSchema>;

/** Which mails a signed-in investor wants. */
export const alertPreferencesSchema = z
  .strictObject({
    newReport: z.boolean().describe('a new report can be read'),
    investorNews: z.boolean().describe('news for investors, in full'),
  })
  .meta({ id: 'AlertPreferences' });
/** Which mails a signed-in investor wants. */
export type AlertPreferences = z.infer<typeof alertPreferencesSchema>;

const alerts = callsOf('alerts');
const forms = callsOf('forms');

/** E-mail alerts. */
export default {
  requestAlerts: alerts('POST', '/api/alerts', {
    summary: 'Sign up for e-mail alerts',
    description: 'The answer is the same for every address. Nothing is sent before the address is confirmed by a link.',
    body: alertRequestSchema,
    reply: json(alertAnswerSchema, 202),
    problems: { 'rate-limited': 429 },
  }),
  confirmAlerts: alerts('POST', '/api/alerts/confirm', {
    summary: 'Confirm an address with the mailed token, once',
    body: alertTokenSchema,
    reply: json(alertAnswerSchema),
    problems: { 'invalid-link': 400 },
  }),
  unsubscribeAlerts: alerts('POST', '/api/alerts/unsubscribe', {
    summary: 'Unsubscribe an address from alerts',
    description:
      'By `{token}` as JSON, or by the one-click form of RFC 8058, which mail programs post to `?token=…`; what that form holds does not matter.',
    query: alertUnsubscribeQuerySchema,
    isHandedOut: true,
    ownBody: alertTokenSchema.optional(),
    reply: json(alertAnswerSchema),
    problems: { 'invalid-link': 400, 'bad-json': 400 },
  }),
  openUnsubscribePage: alerts('GET', '/api/alerts/unsubscribe', {
    summary: 'Redirect to the unsubscribe page, for mail programs that open the link instead of posting to it',
    query: alertUnsubscribeQuerySchema,
    isHandedOut: true,
    reply: written([], 'Leads to the page that asks', 303),
  }),
  countAlertAudience: alerts('GET', '/api/admin/alerts/audience', {
    summary: 'Count recipients of a mail about some topics',
    query: alertAudienceQuerySchema,
    reply: json(alertAudienceSchema),
  }),
  readAlertPreferences: alerts('GET', '/api/alerts/preferences', {
    summary: 'Read your mail preferences as an investor',
    reply: json(alertPreferencesSchema),
  }),
  chooseAlertPreferences: alerts('PUT', '/api/alerts/preferences', {
    summary: 'Set your mail preferences as an investor',
    body: alertPreferencesSchema,
    reply: json(alertPreferencesSchema),
  }),
  submitAlertsForm: forms('POST', '/api/forms/alerts', {
    summary: 'Sign up for e-mail alerts by plain form',
    form: alertRequestSchema,
    reply: formReply,
  }),
  submitConfirmForm: forms('POST', '/api/forms/alerts/confirm', {
    summary: 'Confirm e-mail alerts by plain form',
    reply: formReply,
  }),
  submitUnsubscribeForm: forms('POST', '/api/forms/alerts/unsubscribe', {
    summary: 'Unsubscribe from e-mail alerts by plain form',
    reply: formReply,
  }),
};

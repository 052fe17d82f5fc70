import { z } from 'zod';
import { emailSchema } from './email.ts';
import { groupsQuerySchema } from './groups.ts';

/** A page of the portal that the links of alert mails lead to, with `?token=…`. */
export const ALERT_CONFIRM_PATH = '/alerts/confirm';
/** The page where one link ends the alerts, with `?token=…`. */
export const ALERT_UNSUBSCRIBE_PATH = '/alerts/unsubscribe';

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
    .describe('one or more of public-news, investor-news, new-report, parted by commas'),
  groups: groupsQuerySchema
    .optional()
    .describe('of members only those in one of these groups, parted by commas; admins all the same'),
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

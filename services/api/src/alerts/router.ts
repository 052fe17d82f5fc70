import {
  ALERT_UNSUBSCRIBE_PATH,
  alertAnswerSchema,
  alertAudienceQuerySchema,
  alertAudienceSchema,
  alertPreferencesSchema,
  alertRequestSchema,
  alertTokenSchema,
  alertUnsubscribeQuerySchema,
} from '@cytocomm/contract';
import type { Core } from '../core.ts';
import { anonymous, roles } from '../http/access.ts';
import { check, readJson } from '../http/input.ts';
import { json, type RouteTable, routeTable, written } from '../http/route.ts';
import { actorOf } from '../users/actor.ts';
import { askForAlerts } from './ask.ts';
import type { Alerts } from './service.ts';

/** The words of every answer; also shown by a page without scripts. */
const ANSWERS = {
  asked: { message: 'If this address is not subscribed yet, a mail with a link to confirm it is on its way.' },
  confirmed: { message: 'Your e-mail alerts are confirmed.' },
  unsubscribed: { message: 'You will get no more alerts from us.' },
} as const;

/** E-mail alerts. */
export function alertRoutes(core: Core, alerts: Alerts): RouteTable {
  const table = routeTable('alerts');

  table.post(
    '/api/alerts',
    anonymous,
    {
      summary: 'Ask for e-mail alerts',
      description:
        'The answer is the same for every address. Nothing is sent before the address is confirmed by a link.',
      body: alertRequestSchema,
      reply: json(alertAnswerSchema, 202),
      problems: { 'rate-limited': 429 },
    },
    async ({ body, clientAddress }) => {
      await askForAlerts(core, alerts, body.email, clientAddress);
      return ANSWERS.asked;
    },
  );

  table.post(
    '/api/alerts/confirm',
    anonymous,
    {
      summary: 'Confirm an address by the token of the mail; works once',
      body: alertTokenSchema,
      reply: json(alertAnswerSchema),
      problems: { 'invalid-link': 400 },
    },
    async ({ body }) => {
      await alerts.confirm(body.token);
      return ANSWERS.confirmed;
    },
  );

  table.post(
    '/api/alerts/unsubscribe',
    anonymous,
    {
      summary: 'End the alerts of one person',
      description:
        'By `{token}` as JSON, or by the one-click form of RFC 8058, which mail programs post to `?token=…`; what that form holds does not matter.',
      query: alertUnsubscribeQuerySchema,
      reply: json(alertAnswerSchema),
      problems: { 'invalid-link': 400, 'bad-json': 400 },
    },
    async ({ query, req, res }) => {
      if (query.token === undefined) {
        await readJson(req, res);
        await alerts.unsubscribe(alertTokenSchema.parse(check(alertTokenSchema, req.body, 'body')).token);
      } else {
        await alerts.unsubscribe(query.token);
      }
      return ANSWERS.unsubscribed;
    },
  );

  table.get(
    '/api/alerts/unsubscribe',
    anonymous,
    {
      summary: 'For mail programs that open the link instead of posting to it: leads to the page, changes nothing',
      query: alertUnsubscribeQuerySchema,
      reply: written([], 'Leads to the page that asks', 303),
    },
    ({ query, res }) => {
      const token = encodeURIComponent(query.token ?? '');
      res.status(303).setHeader('Location', `${core.config.publicUrl}${ALERT_UNSUBSCRIBE_PATH}?token=${token}`).end();
    },
  );

  table.get(
    '/api/admin/alerts/audience',
    roles('admin'),
    {
      summary: 'How many people a mail about some topics would reach',
      query: alertAudienceQuerySchema,
      reply: json(alertAudienceSchema),
    },
    async ({ query }) => ({ recipients: await alerts.audience(query.topics) }),
  );

  const investors = roles('investor', 'admin');
  table.get(
    '/api/alerts/preferences',
    investors,
    { summary: 'Which mails you want as an investor', reply: json(alertPreferencesSchema) },
    ({ principal }) => alerts.preferences(principal),
  );
  table.put(
    '/api/alerts/preferences',
    investors,
    {
      summary: 'Choose which mails you want as an investor',
      body: alertPreferencesSchema,
      reply: json(alertPreferencesSchema),
    },
    async (call) => {
      await alerts.setPreferences(call.principal, call.body, actorOf(call));
      return call.body;
    },
  );

  return table;
}

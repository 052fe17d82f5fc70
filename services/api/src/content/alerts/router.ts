import {
  ALERT_UNSUBSCRIBE_PATH,
  alertTokenSchema,
  chooseAlertPreferences,
  confirmAlerts,
  countAlertAudience,
  openUnsubscribePage,
  readAlertPreferences,
  requestAlerts,
  unsubscribeAlerts,
} from '@cytocomm/contract';
import { actorOf } from '../../platform/audit/actor.ts';
import { anonymous, anonymousWithoutDatabase, roles } from '../../platform/calls/access.ts';
import type { Core } from '../../platform/core.ts';
import { check, readJson } from '../../platform/http/input.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { type Alerts, requestConfirmation } from './service.ts';

/** The message of each reply. */
const REPLIES = {
  requested: { message: 'If this address is not subscribed yet, a mail with a link to confirm it is on its way.' },
  confirmed: { message: 'Your e-mail alerts are confirmed.' },
  unsubscribed: { message: 'You will get no more alerts from us.' },
} as const;

/** Routes of e-mail alerts. */
export function alertRoutes(core: Core, alerts: Alerts): RouteTable {
  const table = routeTable();

  table.answer(requestAlerts, anonymous, async ({ body, clientAddress }) => {
    await requestConfirmation(core, alerts, body.email, clientAddress);
    return REPLIES.requested;
  });

  table.answer(confirmAlerts, anonymous, async ({ body }) => {
    await alerts.confirm(body.token);
    return REPLIES.confirmed;
  });

  table.answer(unsubscribeAlerts, anonymous, async ({ query, req, res }) => {
    if (query.token === undefined) {
      await readJson(req, res);
      await alerts.unsubscribe(alertTokenSchema.parse(check(alertTokenSchema, req.body, 'body')).token);
    } else {
      await alerts.unsubscribe(query.token);
    }
    return REPLIES.unsubscribed;
  });

  table.answer(openUnsubscribePage, anonymousWithoutDatabase, ({ query, res }) => {
    const token = encodeURIComponent(query.token ?? '');
    res.status(303).setHeader('Location', `${core.config.publicUrl}${ALERT_UNSUBSCRIBE_PATH}?token=${token}`).end();
  });

  table.answer(countAlertAudience, roles('admin'), async ({ query }) => ({
    recipients: await alerts.audience(query.topics, query.groups),
  }));

  const investors = roles('investor', 'admin');
  table.answer(readAlertPreferences, investors, ({ principal }) => alerts.preferences(principal));
  table.answer(chooseAlertPreferences, investors, async (call) => {
    await alerts.setPreferences(call.principal, call.body, actorOf(call));
    return call.body;
  });

  return table;
}

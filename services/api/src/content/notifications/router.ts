import { listNotifications, markNotificationsRead, noteVisit, summarizeNotifications } from '@cytocomm/contract';
import { signedIn } from '../../platform/calls/access.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import type { Notifications } from './service.ts';

/** Routes of notifications. */
export function notificationRoutes(notifications: Notifications): RouteTable {
  const table = routeTable();
  table.answer(listNotifications, signedIn, ({ principal, query }) => notifications.list(principal, query));
  table.answer(summarizeNotifications, signedIn, ({ principal }) => notifications.summarize(principal));
  table.answer(markNotificationsRead, signedIn, ({ principal, body }) => notifications.read(principal, body));
  table.answer(noteVisit, signedIn, ({ principal }) => notifications.visit(principal.userId));
  return table;
}

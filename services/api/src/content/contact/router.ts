import { sendContactMessage } from '@cytocomm/contract';
import { anonymous } from '../../platform/calls/access.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import type { Contact } from './service.ts';

/** Returns the call of the contact form. */
export function contactRoutes(contact: Contact): RouteTable {
  const table = routeTable();
  table.answer(sendContactMessage, anonymous, async ({ body: { captcha, ...text }, clientAddress }) => {
    await contact.take(text, captcha, clientAddress);
    return { message: 'Message sent successfully!' };
  });
  return table;
}

import { contactAnswerSchema, contactMessageSchema } from '@cytocomm/contract';
import { anonymous } from '../http/access.ts';
import { json, type RouteTable, routeTable } from '../http/route.ts';
import type { Contact } from './service.ts';

/** POST /api/contact. */
export function contactRoutes(contact: Contact): RouteTable {
  const table = routeTable('contact');
  table.post(
    '/api/contact',
    anonymous,
    {
      summary: 'Send a message by the contact form',
      body: contactMessageSchema,
      reply: json(contactAnswerSchema, 201),
      problems: { captcha: 400, 'rate-limited': 429 },
    },
    async ({ body: { captcha, ...text }, clientAddress }) => {
      await contact.take(text, captcha, clientAddress);
      return { message: 'Message sent successfully!' };
    },
  );
  return table;
}

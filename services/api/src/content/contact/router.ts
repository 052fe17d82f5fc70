import { type contactFieldsSchema, sendContactMessage } from '@cytocomm/contract';
import { Types } from 'mongoose';
import { z } from 'zod';
import { anonymous } from '../../platform/calls/access.ts';
import { type CaptchaProvider, captchaNotSolved } from '../../platform/captcha/service.ts';
import type { Core } from '../../platform/core.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { letter } from '../../platform/mail/letter.ts';
import { contactModel } from './model.ts';

/** The message of a visitor. */
type ContactText = z.output<typeof contactFieldsSchema>;

/** Messages of the contact form. */
export interface Contact {
  /** Stores a message, queues its mail and spends the captcha. Throws `captcha` for an unsolved one. */
  take(text: ContactText, captcha: string | undefined, clientAddress: string): Promise<void>;
}

/** Creates the contact form. */
export function createContact(core: Core, captcha: CaptchaProvider): Contact {
  const model = contactModel(core.database.connection);

  const send = core.outbox.register({
    name: 'contact-message',
    data: z.strictObject({ messageId: z.string() }),
    compose: async ({ data }) => {
      const record = await model.findById(data.messageId).lean();
      if (record === null) return undefined;
      return letter({
        subject: `Contact form: ${record.subject === '' ? record.name : record.subject}`,
        preview: `${record.name} has written.`,
        heading: record.subject === '' ? 'A message from the contact form' : record.subject,
        paragraphs: record.message.split(/\r?\n/).filter((line) => line.trim() !== ''),
        closing: `From ${record.name}, ${record.email}. Your answer goes to this address.`,
        replyTo: record.email,
      });
    },
  });

  return {
    take: async ({ name, email, subject, message }, solution, clientAddress) => {
      await core.limits.consumeByClient('contact-by-client', clientAddress);
      if (solution === undefined || solution === '') throw captchaNotSolved();
      await captcha.spend(solution, clientAddress);
      const _id = new Types.ObjectId();
      await core.change({ actor: null }, async () => {
        await model.create({ _id, name, email, subject: subject ?? '', message, createdAt: new Date() });
        await send(core.config.contactEmail, { messageId: String(_id) }, `contact:${String(_id)}`);
      });
    },
  };
}

/** The route of the contact form. */
export function contactRoutes(contact: Contact): RouteTable {
  const table = routeTable();
  table.answer(sendContactMessage, anonymous, async ({ body: { captcha, ...text }, clientAddress }) => {
    await contact.take(text, captcha, clientAddress);
    return { message: 'Message sent successfully!' };
  });
  return table;
}

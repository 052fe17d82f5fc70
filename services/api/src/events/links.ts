import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CalendarLinkState } from '@cytocomm/contract';
import { Types } from 'mongoose';
import type { Core } from '../core.ts';
import type { Principal } from '../http/access.ts';
import { notFound } from '../http/problem.ts';
import { deriveKey } from '../keys.ts';
import type { Users } from '../users/service.ts';
import { calendarLinkModel } from './model.ts';

/** The private addresses of the calendar: one for each person who wants one. */
export interface CalendarLinks {
  /** Makes an address; the old one stops working. */
  renew(person: Principal): Promise<string>;
  current(person: Principal): Promise<CalendarLinkState>;
  /** Throws 404 when there is none. */
  revoke(person: Principal): Promise<void>;
  /** Throws 404 unless the token is in force and its person may still sign in. */
  assertValid(token: string): Promise<void>;
}

const unknown = () => notFound('There is no calendar at this address.');

/** The calendar links of a database. A token is signed, so the database alone gives nobody an address. */
export function createCalendarLinks(core: Core, users: Users): CalendarLinks {
  const model = calendarLinkModel(core.database.connection);
  const key = deriveKey(core.config.tokenSecret, 'calendar-link');

  users.onRemoved(async (record) => {
    await model.deleteOne({ _id: record._id });
  });

  const tokenOf = (linkId: string) => `${linkId}.${createHmac('sha256', key).update(linkId).digest('base64url')}`;
  const urlOf = (linkId: string) => `${core.config.publicUrl}/api/events.ics?token=${tokenOf(linkId)}`;
  const idOf = (person: Principal) => Types.ObjectId.createFromHexString(person.userId);

  return {
    renew: async (person) => {
      const linkId = randomBytes(16).toString('base64url');
      await model.updateOne(
        { _id: idOf(person) },
        { $set: { email: person.email, linkId, createdAt: new Date() } },
        { upsert: true },
      );
      return urlOf(linkId);
    },

    current: async (person) => {
      const link = await model.findById(idOf(person)).lean();
      return link === null
        ? { url: null, createdAt: null }
        : { url: urlOf(link.linkId), createdAt: link.createdAt.toISOString() };
    },

    revoke: async (person) => {
      const { deletedCount } = await model.deleteOne({ _id: idOf(person) });
      if (deletedCount === 0) throw notFound('There is no private address to revoke.');
    },

    assertValid: async (token) => {
      const linkId = token.slice(0, Math.max(0, token.indexOf('.')));
      const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(linkId))];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw unknown();
      const link = await model.findOne({ linkId }).lean();
      if (link === null || (await users.model.exists({ _id: link._id })) === null) throw unknown();
    },
  };
}

import { randomBytes } from 'node:crypto';
import { addressOf, type CalendarLink, type CalendarLinkState, readCalendarFeed } from '@cytocomm/contract';
import { groupsOfPerson, type Users } from '../../identity/users/service.ts';
import type { Actor } from '../../platform/audit/actor.ts';
import { notFound } from '../../platform/calls/problem.ts';
import type { Reader } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import { deriveKeys, isSignedBy, signatureOf } from '../../platform/settings/keys.ts';
import { calendarLinkModel } from './link-model.ts';

/** How often a read is recorded, in ms: calendar programs poll. */
const READ_INTERVAL_MS = 3600_000;

/** The private addresses of users' calendars, for calendar programs. */
export interface CalendarLinks {
  /** Returns the user's address, with nulls when there is none. */
  current(userId: string): Promise<CalendarLinkState>;
  /** Replaces the user's address. Returns the new one. */
  renew(userId: string, actor: Actor): Promise<CalendarLink>;
  revoke(userId: string, actor: Actor): Promise<void>;
  /** Returns the roles and groups that count of the owner of a token now: none without the passkey that the roles demand. Throws 404 unless it is of a current address of an existing user. */
  readerOf(token: string): Promise<Reader>;
}

/** Creates the private addresses of a database. */
export function createCalendarLinks({ audit, config, database }: Core, users: Users): CalendarLinks {
  const model = calendarLinkModel(database.connection);
  const keys = deriveKeys(config.tokenSecrets, 'calendar-link');

  function urlOf(linkId: string): string {
    const token = `${linkId}.${signatureOf(keys[0], linkId)}`;
    return `${config.publicUrl}${addressOf(readCalendarFeed, {}, { token })}`;
  }

  /** Returns the public half of a token; undefined when it is not ours. */
  function linkIdOf(token: string): string | undefined {
    const [linkId = '', ...rest] = token.split('.');
    return isSignedBy(keys, linkId, rest.join('.')) ? linkId : undefined;
  }

  users.onRemoved(async ({ _id }) => {
    await model.deleteOne({ _id });
  });

  return {
    current: async (userId) => {
      const record = await model.findById(userId).lean();
      if (record === null) return { url: null, createdAt: null, lastReadAt: null };
      const { linkId, createdAt, lastReadAt } = record;
      return { url: urlOf(linkId), createdAt: createdAt.toISOString(), lastReadAt: lastReadAt?.toISOString() ?? null };
    },

    renew: async (userId, actor) => {
      const linkId = randomBytes(16).toString('base64url');
      await model.updateOne(
        { _id: userId },
        { $set: { linkId, createdAt: new Date() }, $unset: { lastReadAt: 1 } },
        { upsert: true },
      );
      await audit.record({ ...actor, action: 'calendar-link.issued', subject: actor.actor ?? userId });
      return { url: urlOf(linkId) };
    },

    revoke: async (userId, actor) => {
      const { deletedCount } = await model.deleteOne({ _id: userId });
      if (deletedCount === 0) throw notFound('There is no private address to revoke.');
      await audit.record({ ...actor, action: 'calendar-link.revoked', subject: actor.actor ?? userId });
    },

    readerOf: async (token) => {
      const linkId = linkIdOf(token);
      const link = linkId === undefined ? null : await model.findOne({ linkId }).lean();
      // The user may have been deleted while the address was created.
      const owner = link === null ? undefined : await users.byId(link._id);
      if (link === null || owner === undefined) {
        throw notFound('This calendar address does not work, or not any more.');
      }
      const now = new Date();
      if (link.lastReadAt === undefined || now.getTime() - link.lastReadAt.getTime() > READ_INTERVAL_MS)
        await model.updateOne({ _id: link._id, linkId: link.linkId }, { $set: { lastReadAt: now } });
      const roles = await users.rolesInForce(owner);
      return users.lacksPasskey(owner, roles) ? { roles: [], groups: [] } : { roles, groups: groupsOfPerson(owner) };
    },
  };
}

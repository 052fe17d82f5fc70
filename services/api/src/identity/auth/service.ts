import type { Device, Role } from '@cytocomm/contract';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Principal } from '../../platform/calls/access.ts';
import { forbidden, notFound, notSignedIn } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { recordOptions } from '../../platform/database/record.ts';
import type { UserRecord, Users } from '../users/service.ts';
import { MAX_AGE_MS } from './cookie.ts';
import { linkModel } from './magic-link.ts';
import type { Origin } from './sign-in-notes.ts';

/** A session as connect-mongo stores it, under the hash of the cookie's id. */
export interface StoredSession {
  readonly _id: string;
  readonly session: unknown;
  readonly expires: Date;
  readonly lastModified?: Date;
}

const schema = new Schema<StoredSession>(
  { _id: String, session: Schema.Types.Mixed, expires: Date, lastModified: Date },
  recordOptions('sessions'),
);
schema.index({ expires: 1 }, { expireAfterSeconds: 0 });

/** Returns the model of sessions. */
export function sessionModel(connection: Connection): Model<StoredSession> {
  return connection.model<StoredSession>('Session', schema);
}

/** How many devices a user may be signed in on; the oldest is signed out beyond that. */
const MAX_DEVICES = 50;

/** Whose session is opened, when they proved to be them, and what queues a mail about it in the same change. */
export type OpenedSession = [user: UserRecord, origin: Origin, provedAt: Date, queueMail: () => Promise<unknown>];

/** Sessions and the default role. */
export interface Auth {
  /** Adds a session to the user's record. Throws 401 when the user was deleted, got a first passkey or lost the last, meanwhile. */
  openSession(sid: string, ...opened: OpenedSession): Promise<void>;
  /**
   * Whether a session that was just saved is still in the user's record. If not, deletes it: it may have been ended
   * before it was saved.
   */
  isActive(session: Pick<Principal, 'email' | 'sid'>): Promise<boolean>;
  /** Ends the session that a new sign-in in the same browser replaces. */
  replaceSession(email: string, sid: string, origin: Origin): Promise<void>;
  /** Returns the devices the user is signed in on, newest first. */
  devices(principal: Principal): Promise<Device[]>;
  /** Throws 404 when the user has no such session. */
  endSession(principal: Principal, sid: string, origin: Origin): Promise<void>;
  endAllSessions(principal: Principal, origin: Origin): Promise<void>;
  /** Ends all sessions of another person. Returns how many there were. Throws 404 when there is no such person. */
  endSessionsOf(email: string, actor: Actor): Promise<number>;
  /** Deletes what is stored of sessions that are in no record any more. */
  forgetSessions(ids: readonly string[]): Promise<void>;
  /** Sets the role the user starts with, null for none. Throws 403 for a role the user does not have. */
  setDefaultRole(principal: Principal, role: Role | null, origin: Origin): Promise<void>;
}

/** Creates the sessions of a database. */
export function createAuth(core: Core, users: Users): Auth {
  const { connection } = core.database;
  const links = linkModel(connection);
  const sessions = sessionModel(connection);

  /** Returns how many were still alive. */
  async function deleteSessions(ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    return (await sessions.deleteMany({ _id: { $in: [...ids] } })).deletedCount;
  }

  users.onRemoved(async (user) => {
    await links.deleteMany({ email: user.email });
    await deleteSessions((user.sessions ?? []).map(({ id }) => id));
  });

  return {
    openSession: (sid, user, origin, provedAt, queueMail) =>
      core.change({ ...origin, actor: user.email }, async ({ audit }) => {
        const entry = { id: sid, createdAt: new Date(), userAgent: origin.userAgent };
        const bounds = { max: MAX_DEVICES, endedBefore: new Date(Date.now() - MAX_AGE_MS) };
        if (!(await users.sessions.add(user, entry, provedAt, bounds)))
          throw notSignedIn('This account was changed or deleted meanwhile. Sign in again.');
        audit('sign-in.completed', user.email);
        await queueMail();
      }),

    isActive: async ({ email, sid }) => {
      if (await users.sessions.has(email, sid)) return true;
      await sessions.deleteOne({ _id: sid });
      return false;
    },

    replaceSession: (email, sid, origin) =>
      core.change({ ...origin, actor: email }, async ({ audit }) => {
        if (await users.sessions.remove(email, sid))
          audit('session.ended', email, { reason: 'somebody signed in again in the same browser' });
      }),

    devices: async (principal) => {
      const user = await users.byEmail(principal.email);
      const entries = user?.sessions ?? [];
      const active = await sessions
        .find({ _id: { $in: entries.map(({ id }) => id) }, expires: { $gt: new Date() } })
        .lean();
      return entries
        .flatMap(({ id, createdAt, userAgent }) => {
          const session = active.find(({ _id }) => _id === id);
          if (session === undefined) return [];
          return {
            id,
            current: id === principal.sid,
            createdAt: createdAt.toISOString(),
            lastSeenAt: (session.lastModified ?? createdAt).toISOString(),
            userAgent,
          };
        })
        .reverse();
    },

    endSession: ({ email, sid: currentSid }, sid, origin) =>
      core.change({ ...origin, actor: email }, async ({ audit }) => {
        if (!(await users.sessions.remove(email, sid))) throw notFound('There is no such session.');
        await sessions.deleteOne({ _id: sid });
        audit(sid === currentSid ? 'session.ended' : 'session.revoked', email);
      }),

    endAllSessions: ({ email }, origin) =>
      core.change({ ...origin, actor: email }, async ({ audit }) => {
        await deleteSessions(await users.sessions.removeAll(email));
        audit('session.all-ended', email);
      }),

    endSessionsOf: async (email, actor) => {
      if ((await users.byEmail(email)) === undefined) throw notFound(`There is no user ${email}.`);
      return core.change(actor, async ({ audit }) => {
        const ids = await users.sessions.removeAll(email);
        if (ids.length === 0) return 0;
        const ended = await deleteSessions(ids);
        audit('session.ended-by-admin', email, { sessions: String(ended) });
        return ended;
      });
    },

    forgetSessions: async (ids) => {
      await deleteSessions(ids);
    },

    setDefaultRole: async ({ email, roles }, role, origin) => {
      const notHeld = () => forbidden('You do not hold that role.');
      if (role !== null && !roles.includes(role)) throw notHeld();
      await core.change({ ...origin, actor: email }, async ({ audit }) => {
        const outcome = await users.setDefaultRole(email, role);
        if (outcome === 'not-held') throw notHeld();
        if (outcome === 'changed') audit('default-role.changed', email, { role: role ?? 'none' });
      });
    },
  };
}

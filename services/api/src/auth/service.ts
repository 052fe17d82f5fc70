import type { Device, Role } from '@cytocomm/contract';
import type { Core } from '../core.ts';
import type { Principal } from '../http/access.ts';
import { forbidden, notFound, notSignedIn } from '../http/problem.ts';
import type { UserRecord, Users } from '../users/service.ts';
import { MAX_AGE_MS } from './cookie.ts';
import { linkModel } from './link-model.ts';
import { sessionModel } from './session-model.ts';
import type { Origin } from './sign-in-notes.ts';

/** How many devices a person may be signed in on; the oldest gives way. */
const MAX_DEVICES = 50;

/** Sessions and the default role. */
export interface Auth {
  /** Makes a session count. Throws 401 when the person was deleted meanwhile. */
  openSession(record: UserRecord, sid: string, origin: Origin): Promise<void>;
  /**
   * Whether a session that was just stored still counts. One that was ended meanwhile is removed again: whoever ended it may have done
   * that before it was stored.
   */
  stillCounts(person: Pick<Principal, 'email' | 'sid'>): Promise<boolean>;
  /** The session that a new sign-in in the same browser replaces. */
  replaceSession(email: string, sid: string, origin: Origin): Promise<void>;
  devices(person: Principal): Promise<Device[]>;
  endSession(person: Principal, sid: string, origin: Origin): Promise<void>;
  endAllSessions(person: Principal, origin: Origin): Promise<void>;
  setDefaultRole(person: Principal, role: Role | null, origin: Origin): Promise<void>;
}

/** Sessions on a database. */
export function createAuth(core: Core, users: Users): Auth {
  const { connection } = core.database;
  const rows = linkModel(connection);
  const stored = sessionModel(connection);

  users.onRemoved(async (record) => {
    await rows.deleteMany({ email: record.email });
    const ids = (record.sessions ?? []).map((entry) => entry.id);
    if (ids.length > 0) await stored.deleteMany({ _id: { $in: ids } });
  });

  return {
    openSession: async (record, sid, origin) => {
      const entry = { id: sid, createdAt: new Date(), userAgent: origin.userAgent };
      const bounds = { max: MAX_DEVICES, endedBefore: new Date(Date.now() - MAX_AGE_MS) };
      if (!(await users.sessions.add(record, entry, bounds))) throw notSignedIn('There is no such user any more.');
      await core.audit.record({ ...origin, action: 'sign-in.completed', actor: record.email, subject: record.email });
    },

    stillCounts: async ({ email, sid }) => {
      if (await users.sessions.has(email, sid)) return true;
      await stored.deleteOne({ _id: sid });
      return false;
    },

    replaceSession: async (email, sid, origin) => {
      if (!(await users.sessions.remove(email, sid))) return;
      const detail = { reason: 'somebody signed in anew in the same browser' };
      await core.audit.record({ ...origin, action: 'session.ended', actor: email, subject: email, detail });
    },

    devices: async (person) => {
      const record = await users.byEmail(person.email);
      const entries = record?.sessions ?? [];
      const living = await stored
        .find({ _id: { $in: entries.map((entry) => entry.id) }, expires: { $gt: new Date() } })
        .lean();
      return entries
        .flatMap((entry) => {
          const session = living.find((candidate) => candidate._id === entry.id);
          if (session === undefined) return [];
          return {
            id: entry.id,
            current: entry.id === person.sid,
            createdAt: entry.createdAt.toISOString(),
            lastSeenAt: (session.lastModified ?? entry.createdAt).toISOString(),
            userAgent: entry.userAgent,
          };
        })
        .reverse();
    },

    endSession: async (person, sid, origin) => {
      if (!(await users.sessions.remove(person.email, sid))) throw notFound('There is no such session.');
      await stored.deleteOne({ _id: sid });
      const action = sid === person.sid ? 'session.ended' : 'session.revoked';
      await core.audit.record({ ...origin, action, actor: person.email, subject: person.email });
    },

    endAllSessions: async (person, origin) => {
      const ids = await users.sessions.removeAll(person.email);
      if (ids.length > 0) await stored.deleteMany({ _id: { $in: [...ids] } });
      await core.audit.record({ ...origin, action: 'session.all-ended', actor: person.email, subject: person.email });
    },

    setDefaultRole: async (person, role, origin) => {
      const notHeld = () => forbidden('You do not hold that role.');
      if (role !== null && !person.roles.includes(role)) throw notHeld();
      const outcome = await users.setDefaultRole(person.email, role);
      if (outcome === 'not-held') throw notHeld();
      if (outcome === 'unchanged') return;
      const detail = { role: role ?? 'none' };
      await core.audit.record({
        ...origin,
        action: 'default-role.changed',
        actor: person.email,
        subject: person.email,
        detail,
      });
    },
  };
}

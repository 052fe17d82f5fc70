import type { Device, Role, signInCompletionSchema } from '@cytocomm/contract';
import type { z } from 'zod';
import type { Core } from '../core.ts';
import type { Principal } from '../http/access.ts';
import { ApiError, forbidden, notFound, notSignedIn } from '../http/problem.ts';
import type { UserRecord } from '../users/model.ts';
import type { Users } from '../users/service.ts';
import { LONGEST_MS } from './cookie.ts';
import { type LinkRecord, linkModel } from './link-model.ts';
import type { MagicLinks } from './magic-link.ts';
import { sessionModel } from './session-model.ts';
import type { NoteSignIn, Origin } from './sign-in-notes.ts';

/** How many devices a person may be signed in on; the oldest gives way. */
const MOST_DEVICES = 50;
const CODE_TRIES = 5;

/** Sign-in, sessions and the default role. */
export interface Auth {
  /**
   * Spends the link; of many at once exactly one gets the record. Throws 401 `invalid-link`. `tokenEmail` is the address that the
   * token was made for, false when it is none of ours.
   */
  complete(
    asked: z.output<typeof signInCompletionSchema>,
    tokenEmail: string | false,
    origin: Origin,
  ): Promise<Completed>;
  /** Makes a session count. Throws 401 when the person was deleted meanwhile. */
  openSession(record: UserRecord, sid: string, origin: Origin): Promise<void>;
  /** The session that a new sign-in in the same browser replaces. */
  replaceSession(email: string, sid: string): Promise<void>;
  devices(person: Principal): Promise<Device[]>;
  endSession(person: Principal, sid: string, origin: Origin): Promise<void>;
  endAllSessions(person: Principal, origin: Origin): Promise<void>;
  setDefaultRole(person: Principal, role: Role | null): Promise<void>;
}

/** Whose link was spent, and where the person wanted to go. */
export interface Completed {
  readonly record: UserRecord;
  readonly returnTo: string;
}

const invalidLink = () => new ApiError(401, 'invalid-link', 'Invalid or expired sign-in link.');

/** Sign-in on a database. */
export function createAuth(core: Core, users: Users, links: MagicLinks, note: NoteSignIn): Auth {
  const { connection } = core.database;
  const rows = linkModel(connection);
  const stored = sessionModel(connection);

  users.onRemoved(async (record) => {
    await rows.deleteOne({ _id: record.email });
    const ids = (record.sessions ?? []).map((entry) => entry.id);
    if (ids.length > 0) await stored.deleteMany({ _id: { $in: ids } });
  });

  async function refuse(email: string, reason: string, origin: Origin): Promise<never> {
    await note({ ...origin, action: 'sign-in.failed', email, reason });
    throw invalidLink();
  }

  /** Why a token did not work, for the admins' timeline only. */
  async function reasonOf(email: string, tokenEmail: string | false): Promise<string> {
    if (tokenEmail === false) return 'the link is expired, altered or not one of ours';
    if (tokenEmail !== email) return 'the link was made for another address';
    const newest = await rows.findOne({ _id: email }).lean();
    return newest === null
      ? 'the link was used already or its time is over'
      : 'a newer link was sent, or its time is over';
  }

  async function signIn(link: LinkRecord, origin: Origin): Promise<Completed> {
    const record = await users.model.findOne({ email: link._id }).lean();
    if (record === null || String(record._id) !== link.userId)
      return refuse(link._id, 'the person was deleted', origin);
    return { record, returnTo: link.returnTo };
  }

  async function byToken(email: string, token: string, tokenEmail: string | false, origin: Origin): Promise<Completed> {
    const filter = { _id: email, tokenHash: links.hashOfToken(token), expiresAt: { $gt: new Date() } };
    const link = tokenEmail === email ? await rows.findOneAndDelete(filter).lean() : null;
    if (link === null) return refuse(email, await reasonOf(email, tokenEmail), origin);
    return signIn(link, origin);
  }

  async function byCode(email: string, code: string, origin: Origin): Promise<Completed> {
    // The try is counted before the code is looked at, so that many at once cannot try more often.
    const link = await rows
      .findOneAndUpdate(
        { _id: email, codeTries: { $lt: CODE_TRIES }, expiresAt: { $gt: new Date() } },
        { $inc: { codeTries: 1 } },
        { returnDocument: 'after' },
      )
      .lean();
    if (link === null) return refuse(email, 'no code is waiting, or it was tried too often', origin);
    if (!links.isCode(email, code, link.codeHash))
      return refuse(email, `wrong code, try ${link.codeTries} of ${CODE_TRIES}`, origin);
    const spent = await rows.findOneAndDelete({ _id: email, tokenHash: link.tokenHash }).lean();
    if (spent === null) return refuse(email, 'the code was used already', origin);
    return signIn(spent, origin);
  }

  return {
    complete: (asked, tokenEmail, origin) =>
      'token' in asked
        ? byToken(asked.email, asked.token, tokenEmail, origin)
        : byCode(asked.email, asked.code, origin),

    openSession: async (record, sid, origin) => {
      const entry = { id: sid, createdAt: new Date(), userAgent: origin.userAgent };
      const ended = new Date(Date.now() - LONGEST_MS);
      if (record.sessions?.some((old) => old.createdAt <= ended)) {
        await users.model.updateOne({ _id: record._id }, { $pull: { sessions: { createdAt: { $lte: ended } } } });
      }
      const opened = await users.model.updateOne(
        { _id: record._id },
        { $push: { sessions: { $each: [entry], $slice: -MOST_DEVICES } } },
      );
      if (opened.matchedCount === 0) throw notSignedIn('There is no such user any more.');
      await core.audit.record({ ...origin, action: 'sign-in.completed', actor: record.email, subject: record.email });
    },

    replaceSession: async (email, sid) => {
      await users.model.updateOne({ email }, { $pull: { sessions: { id: sid } } });
    },

    devices: async (person) => {
      const record = await users.model.findOne({ email: person.email }).lean();
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
      const ended = await users.model.updateOne(
        { email: person.email, 'sessions.id': sid },
        { $pull: { sessions: { id: sid } } },
      );
      if (ended.matchedCount === 0) throw notFound('There is no such session.');
      await stored.deleteOne({ _id: sid });
      const action = sid === person.sid ? 'session.ended' : 'session.revoked';
      await core.audit.record({ ...origin, action, actor: person.email, subject: person.email });
    },

    endAllSessions: async (person, origin) => {
      const before = await users.model.findOneAndUpdate({ email: person.email }, { $set: { sessions: [] } }).lean();
      const ids = (before?.sessions ?? []).map((entry) => entry.id);
      if (ids.length > 0) await stored.deleteMany({ _id: { $in: ids } });
      await core.audit.record({ ...origin, action: 'session.all-ended', actor: person.email, subject: person.email });
    },

    setDefaultRole: async (person, role) => {
      if (role === null) {
        await users.model.updateOne({ email: person.email }, { $unset: { defaultRole: 1 } });
        return;
      }
      // The condition and the change are one step: a role taken away meanwhile cannot become the default.
      const set = await users.model.updateOne({ email: person.email, roles: role }, { $set: { defaultRole: role } });
      if (set.matchedCount === 0 || !person.roles.includes(role)) throw forbidden('You do not hold that role.');
    },
  };
}

import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { ApiError } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import type { SecondFactorStart } from '../auth/router.ts';
import type { UserRecord, Users } from '../users/service.ts';
import { CHALLENGE_MS } from './challenges.ts';
import { pendingSecondFactorModel } from './model.ts';

/** A sign-in that waits for its second factor. */
interface HalfSignIn {
  /** The hash of the browser's cookie. */
  readonly id: string;
  readonly user: UserRecord;
  readonly returnTo: string;
}

/**
 * Sign-ins whose link was spent and whose second factor is missing. They have a cookie and a record of their own and no
 * session, so that nothing but the calls of the second factor knows them.
 */
export interface PendingSecondFactors extends SecondFactorStart {
  /** Returns the one of a browser. Throws 401 when there is none, its time is over, or the person was deleted. */
  of(req: Request): Promise<HalfSignIn>;
  /** Ends one; of many calls at once one is told that it did. */
  end(res: Response, id: string): Promise<boolean>;
}

const hashOf = (mark: string) => createHash('sha256').update(mark).digest('base64url');

/** Creates the half-open sign-ins of a database. */
export function createPendingSecondFactors({ change, config, database }: Core, users: Users): PendingSecondFactors {
  const rows = pendingSecondFactorModel(database.connection);
  const secure = config.publicUrl.startsWith('https:');
  const name = secure ? '__Host-half' : 'half';
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  const pattern = new RegExp(`(?:^|;)\\s*${name}=([\\w-]{43})\\s*(?:;|$)`);
  const over = () => new ApiError(401, 'invalid-link', 'This sign-in took too long. Ask for a new link.');

  users.onRemoved(async ({ email }) => {
    await rows.deleteMany({ email });
  });

  return {
    open: async (res, user, returnTo, origin) => {
      const mark = randomBytes(32).toString('base64url');
      const expiresAt = new Date((await database.askNow()).getTime() + CHALLENGE_MS);
      const { email } = user;
      await change({ ...origin, actor: null }, async ({ audit }) => {
        await rows.create({ _id: hashOf(mark), email, userId: String(user._id), returnTo, expiresAt });
        audit('sign-in.second-factor-asked', email);
      });
      res.cookie(name, mark, { ...options, maxAge: CHALLENGE_MS });
    },

    of: async (req) => {
      const mark = pattern.exec(req.headers.cookie ?? '')?.[1];
      if (mark === undefined) throw over();
      const row = await rows.findOne({ _id: hashOf(mark), expiresAt: { $gt: await database.askNow() } }).lean();
      const user = row === null ? undefined : await users.byEmail(row.email);
      if (row === null || user === undefined || String(user._id) !== row.userId) throw over();
      return { id: row._id, user, returnTo: row.returnTo };
    },

    end: async (res, id) => {
      res.clearCookie(name, options);
      return (await rows.deleteOne({ _id: id })).deletedCount === 1;
    },
  };
}

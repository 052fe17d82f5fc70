import type { Request, Response } from 'express';
import { deriveKeys, isSignedBy, signatureOf } from '../../platform/keys.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { UserRecord } from '../users/service.ts';

/**
 * The browsers where a person has signed in before: a signed cookie for each, which opens nothing. It outlives sessions and
 * logouts, and says of several people that they signed in there.
 */
export interface KnownBrowsers {
  /** Whether this person has signed in before in the browser of a call. */
  knows(req: Request, user: UserRecord): boolean;
  /** Lets the browser be known for this person. */
  learn(req: Request, res: Response, user: UserRecord): void;
}

const MAX_AGE_MS = 400 * 24 * 3600 * 1000;
/** How many people one browser is known for; who signed in longest ago is told of the next sign-in again. */
const MAX_PEOPLE = 5;

/** Creates them for a portal with these settings. */
export function createKnownBrowsers(config: Pick<Config, 'publicUrl' | 'tokenSecrets'>): KnownBrowsers {
  const keys = deriveKeys(config.tokenSecrets, 'known-browser');
  const secure = config.publicUrl.startsWith('https:');
  const name = secure ? '__Host-known' : 'known';
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  const pattern = new RegExp(`(?:^|;)\\s*${name}=((?:[\\w-]{43}\\.?){1,${MAX_PEOPLE}})\\s*(?:;|$)`);
  const marksOf = (req: Request) => (pattern.exec(req.headers.cookie ?? '')?.[1] ?? '').split('.').filter(Boolean);
  const isMarkOf = (mark: string, { _id }: UserRecord) => isSignedBy(keys, String(_id), mark);
  return {
    knows: (req, user) => marksOf(req).some((mark) => isMarkOf(mark, user)),
    learn: (req, res, user) => {
      const others = marksOf(req).filter((mark) => !isMarkOf(mark, user));
      const marks = [signatureOf(keys[0], String(user._id)), ...others].slice(0, MAX_PEOPLE);
      res.cookie(name, marks.join('.'), { ...options, maxAge: MAX_AGE_MS });
    },
  };
}

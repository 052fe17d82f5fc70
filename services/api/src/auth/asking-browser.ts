import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { LINK_LIFETIME_S } from './magic-link.ts';

/**
 * The browsers that asked for links. Each gets a cookie of its own for as long as a link lives, whether anybody has the address or
 * not; the code of a mail counts only together with it. One cookie serves all that a browser asks for, so several tabs
 * and several addresses do not get into each other's way.
 */
export interface AskingBrowsers {
  /** Marks the browser behind a call, or prolongs its mark; the hash that the database knows it by. */
  mark(req: Request, res: Response): string;
  /** The hash of the browser behind a call; undefined when it is not marked. */
  of(req: Request): string | undefined;
  /** Takes the mark away, if there is one. */
  forget(req: Request, res: Response): void;
}

const BYTES = 32;

function hashOf(mark: string): string {
  return createHash('sha256').update(mark).digest('base64url');
}

/** The browsers of this portal. */
export function askingBrowsers(publicUrl: string): AskingBrowsers {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-asked' : 'asked';
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  const pattern = new RegExp(`(?:^|;)\\s*${name}=([\\w-]{43})\\s*(?:;|$)`);

  const markOf = (req: Request) => pattern.exec(req.headers.cookie ?? '')?.[1];

  return {
    mark: (req, res) => {
      const mark = markOf(req) ?? randomBytes(BYTES).toString('base64url');
      res.cookie(name, mark, { ...options, maxAge: LINK_LIFETIME_S * 1000 });
      return hashOf(mark);
    },
    of: (req) => {
      const mark = markOf(req);
      return mark === undefined ? undefined : hashOf(mark);
    },
    forget: (req, res) => {
      if (markOf(req) !== undefined) res.clearCookie(name, options);
    },
  };
}

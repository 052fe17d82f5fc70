import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { LINK_LIFETIME_S } from './magic-link.ts';

/**
 * The marks of browsers that asked for links: a cookie as long-lived as a link, also for unknown addresses. A mail's code
 * works only together with it. One cookie serves all tabs and addresses of a browser.
 */
export interface BrowserMarks {
  /** Sets or prolongs the mark. Returns its hash, which the database stores. */
  mark(req: Request, res: Response): string;
  /** Returns the hash of the browser's mark; undefined without one. */
  of(req: Request): string | undefined;
  /** Clears the mark, if there is one. */
  forget(req: Request, res: Response): void;
}

const BYTES = 32;

function hashOf(mark: string): string {
  return createHash('sha256').update(mark).digest('base64url');
}

/** Creates the marks for a portal with this address. */
export function createBrowserMarks(publicUrl: string): BrowserMarks {
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

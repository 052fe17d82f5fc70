import { localRemoteCookie } from '@cytocomm/composition';
import type { Request, Response } from 'express';

/** The cookie that holds a signed permission, for services/web and for the calls about it. */
export interface LocalCookie {
  /** Sets it until this time. */
  set(res: Response, value: string, expires: Date): void;
  /** Returns its value; undefined without one. */
  of(req: Request): string | undefined;
  /** Clears it. */
  clear(res: Response): void;
}

/** Creates it for a portal with this address. */
export function createLocalCookie(publicUrl: string): LocalCookie {
  const name = localRemoteCookie(publicUrl);
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const;
  const pattern = new RegExp(`(?:^|;)\\s*${name}=([\\w.-]+)\\s*(?:;|$)`);
  return {
    set: (res, value, expires) => void res.cookie(name, value, { ...options, expires }),
    of: (req) => pattern.exec(req.headers.cookie ?? '')?.[1],
    clear: (res) => void res.clearCookie(name, options),
  };
}

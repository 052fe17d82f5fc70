import { VISITOR_ROLES_COOKIE } from '@cytocomm/composition';
import type { Response } from 'express';
import { MAX_AGE_MS } from './cookie.ts';

/** The cookie by which services/web finds the visitors of a canary for some roles. It opens nothing. */
export interface RolesCookie {
  set(res: Response, roles: readonly string[]): void;
  clear(res: Response): void;
}

/** Creates it for a portal with this address. */
export function createRolesCookie(publicUrl: string): RolesCookie {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const;
  return {
    set: (res, roles) => void res.cookie(VISITOR_ROLES_COOKIE, roles.join('.'), { ...options, maxAge: MAX_AGE_MS }),
    clear: (res) => void res.clearCookie(VISITOR_ROLES_COOKIE, options),
  };
}

import { localRemoteCookie } from '@cytocomm/composition';
import { sessionKeyOf } from '@cytocomm/composition/node';
import { allowLocalRemote, fitLocalRemote, readLocalRemote, stopLocalRemote } from '@cytocomm/contract';
import type { Request, Response } from 'express';
import { actorOf } from '../../platform/audit/actor.ts';
import { operators, ownPages } from '../../platform/calls/access.ts';
import { notFound } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import type { ClaimsTable } from '../releases/claims.ts';
import type { FindRelease } from '../releases/live-releases.ts';
import { createLocalRemotes, fitLocalRelease, presentLocalRemote } from './service.ts';

/** The cookie that holds a signed permission, for services/web and for the calls about it. */
export interface LocalCookie {
  /** Sets it until this time. */
  set(res: Response, value: string, expires: Date): void;
  /** Returns its value; undefined without one. */
  of(req: Request): string | undefined;
  /** Clears it. */
  clear(res: Response): void;
}

/** Creates the cookie for a portal with this address. */
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

/** Routes of local remotes, which a browser loads from its own machine. */
export function localRemoteRoutes(core: Core, find: FindRelease, claimsOf: ClaimsTable['claimsOf']): RouteTable {
  const { publicUrl } = core.config;
  const table = routeTable();
  const localRemotes = createLocalRemotes(core, async (remote) => (await claimsOf(remote)).claims.backends ?? []);
  const cookie = createLocalCookie(publicUrl);

  const permittedTo = (req: Request, sid: string) => localRemotes.permitted(cookie.of(req), sid);

  table.answer(allowLocalRemote, operators, async (call) => {
    const { value, ...localRemote } = await localRemotes.allow(call.body, call.principal, actorOf(call));
    cookie.set(call.res, value, new Date(localRemote.expiresAt));
    return localRemote;
  });

  table.answer(readLocalRemote, operators, ({ principal, req, res }) => {
    res.setHeader('Vary', 'Cookie');
    const permission = permittedTo(req, principal.sid);
    return { localRemote: permission === undefined ? null : presentLocalRemote(permission) };
  });

  // Allowed without rights or a session, so that a permission can always be ended.
  table.answer(stopLocalRemote, ownPages, async ({ req, res, clientAddress, userAgent }) => {
    const permission = permittedTo(req, sessionKeyOf(req.headers.cookie, publicUrl) ?? '');
    cookie.clear(res);
    if (permission !== undefined)
      await localRemotes.stopped(permission, { actor: permission.person, from: clientAddress, userAgent });
  });

  // Also in a role preview: it changes nothing.
  table.answer(fitLocalRemote, { ...operators, ignoresPreview: true }, async ({ principal, body, req }) => {
    const permission = permittedTo(req, principal.sid);
    if (permission === undefined)
      throw notFound('This browser has no permission to load a remote from your machine, or it has expired.');
    const { remote, origin } = permission;
    return { release: await fitLocalRelease({ ...body, remote, origin }, find) };
  });

  return table;
}

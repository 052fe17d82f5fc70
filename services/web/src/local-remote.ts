import type { KeyObject } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { localRemoteCookie, type MatchedRoute, themeOf } from '@cytocomm/composition';
import { sessionKeyOf } from '@cytocomm/composition/node';
import type { LocalRemote, Lock } from '@cytocomm/contract';
import { readLocalPermission } from '@cytocomm/releases';
import type { Request, Response } from 'express';
import type { WebConfig } from './config.ts';
import { contractSince, renderDocument } from './document.ts';
import { type BackendOrigins, type LockPolicyOptions, lockPolicyOf, withSources } from './lock-policy.ts';
import { securityHeaders } from './security-headers.ts';

/** What these pages are made with. */
export interface LocalPageOptions {
  readonly config: WebConfig;
  /** URLs of further scripts. */
  readonly scripts: readonly string[];
  readonly policy: LockPolicyOptions;
  /** Returns the lines of a page's head. */
  readonly headOf: (lock: Lock, matched: MatchedRoute | undefined) => readonly string[];
  /** Returns the origins of the backends that pages may call. */
  readonly backendOrigins: BackendOrigins;
}

/** A page that loads one remote from the visitor's own machine. */
export interface LocalPage extends PermittedRemote {
  readonly lock: Lock;
  readonly matched: MatchedRoute | undefined;
  readonly switchedOff: readonly string[];
}

/**
 * Returns the function that sends a page that loads one remote from the visitor's own machine: made for this request, kept
 * nowhere, without markup, and with policies that also allow that one origin and the remote's backends. It is 200 for any address: what is there, the
 * browser finds out with the remote.
 */
export function localPages({
  config,
  scripts,
  policy,
  headOf,
  backendOrigins,
}: LocalPageOptions): (request: Request, response: Response, page: LocalPage) => void {
  return (request, response, { lock, matched, local, backends, switchedOff }) => {
    const isOfLocal = matched?.release.name === local.remote;
    const html = renderDocument(lock, isOfLocal ? undefined : matched, headOf(lock, matched), {
      scripts,
      // Also the remote that is replaced: the shell shows it from the own machine, or not at all.
      switchedOff,
      localRemote: local,
      theme: themeOf(request.headers.cookie ?? ''),
    });
    const headers = securityHeaders(config, local.origin);
    const usual = String(headers['content-security-policy']);
    const allowed = withSources(usual, 'connect-src', backendOrigins(lock, switchedOff, backends));
    response.set({ ...headers, 'Content-Security-Policy': allowed, 'Cache-Control': 'private, no-store' });
    const allowedScripts = [...policy.scripts, `${local.origin}/`];
    const { underOwnName, elsewhere } = lockPolicyOf(lock, { ...policy, scripts: allowedScripts });
    const ofLock = request.headers.host === new URL(config.PUBLIC_URL).host ? underOwnName : elsewhere;
    if (ofLock !== undefined) response.append('Content-Security-Policy', ofLock);
    response.status(200).type('html').send(html);
  };
}

/** The first contract whose shell loads a remote from the own machine. */
const LOADED_SINCE = [1, 5] as const;

/** What permissions are held against. */
export interface LocalRemoteOptions {
  /** The portal's address, from the settings. */
  readonly publicUrl: string;
  /** One of them must have signed a permission; without any none counts. */
  readonly publicKeys: readonly KeyObject[];
  /** Returns the present time; the clock's by default. */
  readonly now?: () => Date;
}

/** A remote that a page loads from the visitor's own machine. */
interface PermittedRemote {
  /** What the page is told. */
  readonly local: LocalRemote;
  /** The origins of the backends that the remote may call. */
  readonly backends: readonly string[];
}

/**
 * Returns the function that returns which remote a page loads from the visitor's own machine: by the permission that the
 * API has signed for this sign-in. Undefined for everybody else, and with a shell that cannot do it. The database is not
 * asked: that the person may still have it is checked by the API before the page loads anything from there.
 */
export function localRemotes({
  publicUrl,
  publicKeys,
  now = () => new Date(),
}: LocalRemoteOptions): (request: IncomingMessage, lock: Lock) => PermittedRemote | undefined {
  const portal = new URL(publicUrl).origin;
  const pattern = new RegExp(`(?:^|;)\\s*${localRemoteCookie(publicUrl)}=([\\w.-]+)\\s*(?:;|$)`);
  return ({ headers: { cookie = '' } }, lock) => {
    const value = pattern.exec(cookie)?.[1];
    if (value === undefined || !contractSince(lock, LOADED_SINCE)) return undefined;
    const session = sessionKeyOf(cookie, publicUrl);
    if (session === undefined) return undefined;
    const permission = readLocalPermission(value, { portal, session, now: now(), publicKeys });
    if (permission === undefined) return undefined;
    const { remote, origin, expiresAt, backends = [] } = permission;
    return { local: { remote, origin, expiresAt }, backends: backends.map((backend) => backend.origin) };
  };
}

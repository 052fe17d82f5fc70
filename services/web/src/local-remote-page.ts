import { type MatchedRoute, themeOf } from '@cytocomm/composition';
import type { Lock } from '@cytocomm/contract';
import type { Request, Response } from 'express';
import type { BackendOrigins } from './backend-origins.ts';
import type { WebConfig } from './config.ts';
import { renderDocument } from './document.ts';
import type { PermittedRemote } from './local-remote.ts';
import { type LockPolicyOptions, lockPolicyOf } from './lock-policy.ts';
import { withSources } from './policy-sources.ts';
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

import { createHash, type KeyObject } from 'node:crypto';
import { routesOf, servedPath, themeOf } from '@cytocomm/composition';
import type { Lock } from '@cytocomm/contract';
import { step } from '@cytocomm/runtime';
import type { Request, RequestHandler, Response } from 'express';
import type { ApiAnswers } from './api-answers.ts';
import { localPages, localRemotes } from './local-remote.ts';
import { createBackendOrigins, createLockPolicies, withSources } from './lock-policy.ts';
import type { LockSource } from './lock-source.ts';
import { matchAddress, withFragment } from './matched-route.ts';
import { createPageCache, type EncodedPage } from './page-cache.ts';
import { pageContent } from './page-head.ts';
import { createPageMaker, type PageMakerOptions, type WantedPage } from './page-maker.ts';
import { isSwitchedOff, sendPage, sendSwitchedOff } from './page-response.ts';
import { refill, refusedForm } from './refilled-form.ts';
import { securityHeaders } from './security-headers.ts';
import { SHARED_PICTURE } from './site-files.ts';
import { visitorLocks } from './visitor-lock.ts';

/** The id of the lock that a page was made with. */
const LOCK_HEADER = 'X-Portal-Lock';

/** How long a page takes at most until it is sent, in ms: far less than an edge waits for an answer. */
const PAGE_BUDGET_MS = 3000;

/** Interval of the check for a new live lock, in ms. */
const LOOK_EVERY_MS = 500;

/** What pages are answered with. */
export interface PageHandlerOptions extends PageMakerOptions {
  readonly locks: LockSource;
  /** Whether the public pages of a lock are rendered when it goes live, before the first visit. */
  readonly warmsUp?: boolean;
  readonly answers: ApiAnswers;
  /** Returns a lock whose release files have the addresses that browsers get. */
  readonly placed: (lock: Lock) => Lock;
  /** Who signs permissions to load a remote from the own machine; those who sign locks by default. */
  readonly permissionKeys?: readonly KeyObject[] | undefined;
  /** How long a page takes at most until it is sent, in ms. */
  readonly pageBudgetMs?: number;
}

/** Returns the query of a request with its question mark; empty for none. */
function queryOf({ originalUrl }: Request): string {
  const mark = originalUrl.indexOf('?');
  return mark < 0 ? '' : originalUrl.slice(mark);
}

/** Returns the handler of pages: every address has one, of the lock that its visitor gets. */
export function createPageHandler(options: PageHandlerOptions): RequestHandler {
  const { config, locks, log, answers, placed, development, pageBudgetMs = PAGE_BUDGET_MS } = options;
  const { scripts = [], scriptFolders = [] } = development ?? {};
  const maker = createPageMaker(options);
  const pages = createPageCache();
  const { origin, host } = new URL(config.PUBLIC_URL);
  const isSecure = origin.startsWith('https:');
  const site = { origin, picture: origin + SHARED_PICTURE.path };
  const usualPolicy = String(securityHeaders(config)['content-security-policy']);
  const policy = {
    origin,
    scripts: [...scripts, ...scriptFolders],
    hostsForeignScript: config.CAPTCHA_PROVIDER !== 'altcha',
    log,
  };
  const policyOf = createLockPolicies(policy);
  const backendOrigins = createBackendOrigins({ isSecure, log });
  const visitorLock = visitorLocks(isSecure);
  const localRemoteOf = localRemotes({
    publicUrl: config.PUBLIC_URL,
    publicKeys: options.permissionKeys ?? config.LOCK_PUBLIC_KEYS,
  });
  const sendLocalPage = localPages({ config, scripts, policy, headOf: maker.headOf, backendOrigins });

  /** Returns a page as it is kept, with its data of the API. */
  async function pageOf(
    search: string,
    requestId: string | undefined,
    wanted: Omit<WantedPage, 'content'>,
  ): Promise<{ page: EncodedPage; isMissing: boolean }> {
    const startMs = performance.now();
    const { lock, matched, switchedOff, theme } = wanted;
    const source = development ? undefined : matched?.route.data;
    const query = new URLSearchParams(search);
    const content = source && (await pageContent(answers, source, query, site, requestId));
    // The content is part of the key: a rendering of an earlier answer is sent for a minute at most, where the new one is late.
    const contentHash = content ? createHash('sha256').update(JSON.stringify(content)).digest('base64url') : '';
    const isMissing = !matched || content?.itemMissing === true;
    const named = `${content?.search ?? ''} ${content?.itemMissing === true ? 'missing' : ''}`;
    const place = `${lock.id} ${theme ?? ''} ${switchedOff.join()} ${matched ? matched.route.path : 'not-found'} ${named}`;
    const page = await pages.get({
      place,
      content: contentHash,
      make: () => step('make the page', 'internal', {}, () => maker.make({ ...wanted, content })),
      bare: () => maker.bare({ ...wanted, content }),
      leftMs: pageBudgetMs - (performance.now() - startMs),
    });
    return { page, isMissing };
  }

  let warmed = '';
  /** Renders the public pages of a lock that went live, one after another, so that no visitor waits for a first rendering. */
  async function warmUp(): Promise<void> {
    const { live, switchedOff } = await locks.served();
    if (live.id === warmed) return;
    warmed = live.id;
    const lock = placed(live);
    for (const matched of routesOf(lock))
      if (matched.route.public && !isSwitchedOff(lock, matched, switchedOff))
        await pageOf('', undefined, { lock, matched, switchedOff, theme: undefined });
  }
  if (options.warmsUp) setInterval(() => void warmUp().catch(() => undefined), LOOK_EVERY_MS).unref();
  /** Sets the policies that follow from a lock. */
  function setPolicies({ headers }: Request, response: Response, lock: Lock, switchedOff: readonly string[]): void {
    const backends = backendOrigins(lock, switchedOff);
    if (backends.length > 0) response.set('Content-Security-Policy', withSources(usualPolicy, 'connect-src', backends));
    const { underOwnName, elsewhere } = policyOf(lock);
    const ofLock = headers.host === host ? underOwnName : elsewhere;
    if (ofLock !== undefined) response.append('Content-Security-Policy', ofLock);
  }

  return async (request, response) => {
    const typed = await refusedForm(request, response, origin);
    if (!typed && request.method !== 'GET' && request.method !== 'HEAD') {
      response.status(405).set('Allow', 'GET, HEAD').type('text/plain').send('Pages are only read.');
      return;
    }
    const served = await locks.served();
    const { switchedOff } = served;
    const { lock: chosen, headers: ofVisitor } = visitorLock(served, request);
    const lock = placed(chosen);
    response.set({ ...ofVisitor, [LOCK_HEADER]: lock.id });
    const unescaped = withFragment(lock, request.originalUrl);
    if (unescaped !== undefined) {
      response.set('Cache-Control', 'no-store').redirect(302, unescaped);
      return;
    }
    const matched = matchAddress(lock, request.path);
    request.page = matched?.route.path;
    const address = matched ? servedPath(matched, request.path) : request.path;
    if (address !== request.path) {
      response.redirect(308, address + queryOf(request));
      return;
    }
    const permitted = localRemoteOf(request, lock);
    if (matched && matched.release.name !== permitted?.local.remote && isSwitchedOff(lock, matched, switchedOff)) {
      sendSwitchedOff(response, lock, matched, switchedOff);
      return;
    }
    if (permitted) {
      sendLocalPage(request, response, { lock, matched, ...permitted, switchedOff });
      return;
    }
    const wanted = { lock, matched, switchedOff, theme: themeOf(request.headers.cookie ?? '') };
    const { page, isMissing } = await pageOf(queryOf(request), request.id, wanted);
    setPolicies(request, response, lock, switchedOff);
    if (typed) response.set('Cache-Control', 'no-store').type('html').send(refill(page.identity.toString(), typed));
    else sendPage(request, response, isMissing ? 404 : 200, page);
  };
}

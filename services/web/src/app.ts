import { createHash, type KeyObject } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { type MatchedRoute, servedPath, type Theme, themeOf } from '@cytocomm/composition';
import type { Lock } from '@cytocomm/contract';
import { fromTrustedProxy, type ProcessMetrics, requestIds, requestLog, step, type Traces } from '@cytocomm/runtime';
import escapeHtml from 'escape-html';
import express from 'express';
import type { Logger } from 'pino';
import { createApiAnswers } from './api-answers.ts';
import type { WebConfig } from './config.ts';
import { type DocumentExtras, OLD_BROWSER_PATH, OLD_BROWSER_SCRIPT, renderDocument } from './document.ts';
import type { FetchRelease } from './files/release-access.ts';
import { createReleaseFiles } from './files/release-files.ts';
import { localPages, localRemotes } from './local-remote.ts';
import { createBackendOrigins, createLockPolicies, withSources } from './lock-policy.ts';
import type { LockSource } from './lock-source.ts';
import { matchAddress, missingPage, withFragment } from './matched-route.ts';
import { createPageCache, type RenderedPage } from './page-cache.ts';
import { type PageContent, pageContent, pageHead } from './page-head.ts';
import {
  isSwitchedOff,
  pageFailures,
  renderSwitchedOffPage,
  SWITCHED_OFF_RETRY_AFTER_SECONDS,
  sendPage,
} from './page-response.ts';
import { createPrerenderer, PrerenderFailed } from './prerender/prerenderer.ts';
import type { PageTimes } from './prerender/render-queue.ts';
import { refill, refusedForm } from './refilled-form.ts';
import { packageRegistry } from './registry/package-registry.ts';
import { readInlineStyles } from './release-file.ts';
import { fileHeaders, securityHeaders } from './security-headers.ts';
import { SHARED_PICTURE, siteFiles } from './site-files.ts';
import { releaseAddresses, visitorLocks } from './visitor-lock.ts';
import { countReleaseBytes } from './web-metrics.ts';

/** What the web app uses. */
export interface WebDependencies {
  readonly config: WebConfig;
  readonly locks: LockSource;
  readonly log: Logger;
  /** Brings a release that is not on the disk. */
  readonly fetchRelease?: FetchRelease | undefined;
  /** Called with why a page was made without markup. */
  readonly pageUnrendered?: ((error: unknown) => void) | undefined;
  /** Metrics of its requests. */
  readonly metrics?: ProcessMetrics;
  /** Traces of its requests, but for release files. */
  readonly traces?: Pick<Traces, 'observe'> | undefined;
  /** For development builds: prerenders nothing, adds scripts of this origin, and lets pages load others from its folders. */
  readonly development?:
    | { readonly scripts: readonly string[]; readonly scriptFolders?: readonly string[] }
    | undefined;
  /** Who signs permissions to load a remote from the own machine; those who sign locks by default. */
  readonly permissionKeys?: readonly KeyObject[] | undefined;
  /** How long a page may take to render; by default as long as a visitor waits. */
  readonly pageTimes?: PageTimes;
  /** How long a page waits for the API, in ms. */
  readonly apiTimeoutMs?: number;
  /** How long a page takes at most until it is sent, in ms. */
  readonly pageBudgetMs?: number;
}

/** How long a page takes at most until it is sent, in ms: far less than an edge waits for an answer. */
const PAGE_BUDGET_MS = 3000;

/** The id of the lock that a page was made with. */
const LOCK_HEADER = 'X-Portal-Lock';

/** Creates the handler of everything outside `/api`: release files and pages of the active lock. */
export function createWebApp({
  config,
  locks,
  log,
  fetchRelease,
  pageUnrendered,
  metrics,
  traces,
  development,
  permissionKeys = config.LOCK_PUBLIC_KEYS,
  pageTimes,
  apiTimeoutMs,
  pageBudgetMs = PAGE_BUDGET_MS,
}: WebDependencies): RequestListener {
  const app = express();
  const pages = createPageCache();
  const prerenderer = createPrerenderer(config.RELEASES_DIR, log, pageTimes);
  // A lock that cannot be used is reported with the first page.
  if (!development) locks.current().then(prerenderer.prepare, () => undefined);

  const { origin, host } = new URL(config.PUBLIC_URL);
  const site = { origin, picture: origin + SHARED_PICTURE.path };
  const scripts = development?.scripts ?? [];
  const policyOptions = {
    origin,
    scripts: [...scripts, ...(development?.scriptFolders ?? [])],
    hostsForeignScript: config.CAPTCHA_PROVIDER !== 'altcha',
    log,
  };
  const policyOf = createLockPolicies(policyOptions);
  const localRemoteOf = localRemotes({ publicUrl: config.PUBLIC_URL, publicKeys: permissionKeys });
  const backendOrigins = createBackendOrigins({ isSecure: origin.startsWith('https:'), log });
  const placed = releaseAddresses(config.RELEASE_BASE_URL);
  const visitorLock = visitorLocks(config.PUBLIC_URL.startsWith('https:'));
  const answers = createApiAnswers(new URL(config.API_URL ?? origin).origin, log, { timeoutMs: apiTimeoutMs });

  /** Returns the markup, styles and data of a public page; undefined when that fails: browsers do without. */
  async function prerendered(
    lock: Lock,
    matched: MatchedRoute | undefined,
    content: PageContent | undefined,
    switchedOff: readonly string[],
  ): Promise<DocumentExtras | undefined> {
    if (development || !matched?.route.public || isSwitchedOff(lock, matched, switchedOff)) return {};
    try {
      const [markup, styles] = await Promise.all([
        prerenderer.render(lock, matched, content?.search, content?.data),
        readInlineStyles(config.RELEASES_DIR, lock, matched),
      ]);
      return { markup, styles, data: content?.data };
    } catch (error) {
      const { route, release } = matched;
      pageUnrendered?.(error);
      // What is not tried for a while was told when that began.
      if (!(error instanceof PrerenderFailed && error.reason === 'cooldown'))
        log.error(
          { err: error, path: route.path, remote: release.name, release: release.release, lock: lock.id },
          'a page is sent without prerendered markup',
        );
      return undefined;
    }
  }

  function headOf(lock: Lock, matched: MatchedRoute | undefined, content?: PageContent): readonly string[] {
    const identity = pageHead({
      lock,
      matched,
      origin,
      search: content?.search ?? '',
      item: content?.item,
      missing: content?.itemMissing ?? false,
    });
    // On each page: a dashboard may be reached without a page load.
    const settings = [
      `<meta name="lab-software" content="${escapeHtml(config.LAB_SOFTWARE_URL)}">`,
      `<meta name="stale-tab-minutes" content="${config.STALE_TAB_MINUTES}">`,
    ];
    return [...identity, ...settings];
  }

  const documentOf = (
    lock: Lock,
    matched: MatchedRoute | undefined,
    content: PageContent | undefined,
    extras: DocumentExtras,
  ) => renderDocument(lock, matched, headOf(lock, matched, content), { ...extras, scripts });

  async function makePage(
    lock: Lock,
    matched: MatchedRoute | undefined,
    content: PageContent | undefined,
    switchedOff: readonly string[],
    theme: Theme | undefined,
  ): Promise<RenderedPage> {
    // A missing page is prerendered, too.
    const extras = await prerendered(lock, matched ?? missingPage(lock), content, switchedOff);
    const html = documentOf(lock, matched, content, { ...extras, switchedOff, theme });
    return { html, complete: extras !== undefined };
  }

  const sendLocalPage = localPages({ config, scripts, policy: policyOptions, headOf, backendOrigins });

  app.disable('x-powered-by');
  app.disable('etag');
  const headers = securityHeaders(config);
  const usualPolicy = String(headers['content-security-policy']);
  app.use((_request, response, next) => {
    response.set(headers);
    next();
  });

  app.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });

  app.get(OLD_BROWSER_PATH, (_request, response) => {
    response.set('Cache-Control', 'public, max-age=86400').type('text/javascript').send(OLD_BROWSER_SCRIPT);
  });

  app.use('/packages', packageRegistry({ releasesDir: config.RELEASES_DIR, locks, origin, placed, log }));

  app.use(siteFiles({ origin, locks, answers }));

  app.use(async (request, response) => {
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
    const mark = request.originalUrl.indexOf('?');
    const query = mark < 0 ? '' : request.originalUrl.slice(mark);
    const address = matched ? servedPath(matched, request.path) : request.path;
    if (address !== request.path) {
      response.redirect(308, address + query);
      return;
    }
    const permitted = localRemoteOf(request, lock);
    if (matched && matched.release.name !== permitted?.local.remote && isSwitchedOff(lock, matched, switchedOff)) {
      response
        .status(503)
        .set({ 'Cache-Control': 'no-store', 'Retry-After': String(SWITCHED_OFF_RETRY_AFTER_SECONDS) })
        .type('html')
        .send(renderSwitchedOffPage(lock, matched, switchedOff));
      return;
    }
    if (permitted) {
      sendLocalPage(request, response, { lock, matched, ...permitted, switchedOff });
      return;
    }
    const startMs = performance.now();
    const source = development ? undefined : matched?.route.data;
    const content = source && (await pageContent(answers, source, new URLSearchParams(query), site, request.id));
    // The content is part of the key: a rendering of an earlier answer is sent for a minute at most, where the new one is late.
    const contentHash = content ? createHash('sha256').update(JSON.stringify(content)).digest('base64url') : '';
    const theme = themeOf(request.headers.cookie ?? '');
    const named = `${content?.search ?? ''} ${content?.itemMissing === true ? 'missing' : ''}`;
    const place = `${lock.id} ${theme ?? ''} ${switchedOff.join()} ${matched ? matched.route.path : 'not-found'} ${named}`;
    const make = () => makePage(lock, matched, content, switchedOff, theme);
    const page = await pages.get({
      ...{ place, content: contentHash },
      make: () => step('make the page', 'internal', {}, make),
      bare: () => documentOf(lock, matched, content, { switchedOff, theme }),
      leftMs: pageBudgetMs - (performance.now() - startMs),
    });
    const backends = backendOrigins(lock, switchedOff);
    if (backends.length > 0) response.set('Content-Security-Policy', withSources(usualPolicy, 'connect-src', backends));
    const { underOwnName, elsewhere } = policyOf(lock);
    const policy = request.headers.host === host ? underOwnName : elsewhere;
    if (policy !== undefined) response.append('Content-Security-Policy', policy);
    if (typed) {
      response.set('Cache-Control', 'no-store').type('html').send(refill(page.identity.toString(), typed));
      return;
    }
    sendPage(request, response, matched && !content?.itemMissing ? 200 : 404, page);
  });

  app.use(pageFailures(log));
  const fromProxy = fromTrustedProxy(config.TRUST_PROXY);
  const files = createReleaseFiles({
    releasesDir: config.RELEASES_DIR,
    locks,
    fetchRelease,
    headersOf: fileHeaders(config),
    giveId: requestIds(fromProxy),
    log,
  });
  if (metrics) countReleaseBytes(metrics.registry, files.sentBytes);
  const logRequest = requestLog(log, fromProxy);
  const answer: RequestListener = (request, response) => {
    // Without Express and a line in the log: both cost more than a file. The metrics count it.
    if (files.serve(request, response)) return;
    logRequest(request, response, () => {
      if (traces) traces.observe(request, response, () => app(request, response));
      else app(request, response);
    });
  };
  return (request, response) => {
    if (metrics) metrics.observe(request, response, () => answer(request, response));
    else answer(request, response);
  };
}

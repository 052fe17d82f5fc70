import type { RequestListener } from 'node:http';
import { fromTrustedProxy, type ProcessMetrics, requestIds, requestLog, type Traces } from '@cytocomm/runtime';
import express, { type Express } from 'express';
import { createApiAnswers } from './api-answers.ts';
import { OLD_BROWSER_PATH, OLD_BROWSER_SCRIPT } from './document.ts';
import type { FetchRelease } from './files/release-access.ts';
import { createReleaseFiles } from './files/release-files.ts';
import { handbook } from './handbook.ts';
import { createPageHandler, type PageHandlerOptions } from './page-handler.ts';
import { pageFailures } from './page-response.ts';
import { packageRegistry } from './registry/package-registry.ts';
import { fileHeaders, securityHeaders } from './security-headers.ts';
import { siteFiles } from './site-files.ts';
import { releaseAddresses } from './visitor-lock.ts';
import { countReleaseBytes } from './web-metrics.ts';

/** What the web app uses. */
export interface WebDependencies extends Omit<PageHandlerOptions, 'answers' | 'placed'> {
  /** Brings a release that is not on the disk. */
  readonly fetchRelease?: FetchRelease | undefined;
  /** Metrics of its requests. */
  readonly metrics?: ProcessMetrics;
  /** Traces of its requests, but for release files. */
  readonly traces?: Pick<Traces, 'observe'> | undefined;
  /** How long a page waits for the API, in ms. */
  readonly apiTimeoutMs?: number;
}

/** Creates the app of everything but release files. */
function createApp(dependencies: WebDependencies): Express {
  const { config, locks, log, apiTimeoutMs } = dependencies;
  const { origin } = new URL(config.PUBLIC_URL);
  const placed = releaseAddresses(config.RELEASE_BASE_URL);
  const answers = createApiAnswers(new URL(config.API_URL ?? origin).origin, log, { timeoutMs: apiTimeoutMs });

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const headers = securityHeaders(config);
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
  app.use('/docs', handbook());
  app.use(siteFiles({ origin, locks, answers }));
  app.use(createPageHandler({ ...dependencies, answers, placed }));
  app.use(pageFailures(log));
  return app;
}

/** Creates the handler of everything outside `/api`: release files and pages of the active lock. */
export function createWebApp(dependencies: WebDependencies): RequestListener {
  const { config, locks, log, fetchRelease, metrics, traces } = dependencies;
  const app = createApp(dependencies);
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

import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { fromTrustedProxy, type ProcessMetrics, requestLog, type Traces } from '@cytocomm/runtime';
import type { Express, RequestHandler } from 'express';
import express from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { notFound } from '../calls/problem.ts';
import { keepRequestId } from '../calls/request-id.ts';
import type { Config } from '../settings/config.ts';
import { failures } from './failures.ts';
import { type Gate, mount } from './mount.ts';
import type { RouteTable } from './route.ts';

/** Returns helmet's headers, without those for pages and old plug-ins. */
function helmetHeaders(publicUrl: string): readonly (readonly [string, string])[] {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: publicUrl.startsWith('https:'),
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xPoweredBy: false,
    xXssProtection: false,
  });
  set(response.req, response, (error) => {
    if (error !== undefined) throw error;
  });
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)] as const);
}

/** Sets the headers of all responses: no frame, no sniffing, no script, no cache. Cacheable routes override that. */
function safeHeaders(publicUrl: string): RequestHandler {
  // Computed once: helmet does it for each response.
  const headers = [...helmetHeaders(publicUrl), ['cache-control', 'no-store'] as const];
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Logs with the request's id. */
    readonly log: Logger;
  }
}

/** Adds `req.log`, created on first use: most requests need none. */
export function addRequestLog(app: Express, log: Logger): void {
  Object.defineProperty(app.request, 'log', {
    get(this: { readonly id: string; readonly trace?: string | undefined }) {
      return log.child({ requestId: this.id, trace: this.trace });
    },
  });
}

/** Returns the route of a request as metrics name it; `none` for an address that is none. */
export function routeOf(request: IncomingMessage): string {
  const path: unknown =
    'route' in request && typeof request.route === 'object' && request.route !== null && 'path' in request.route
      ? request.route.path
      : undefined;
  return typeof path === 'string' ? path : 'none';
}

/** Creates the handler of all routes of these tables; `checks` come before them. Without metrics nothing is measured. */
export function createExpressApp(
  { config, log }: { readonly config: Pick<Config, 'trustProxy' | 'publicUrl'>; readonly log: Logger },
  metrics: ProcessMetrics | undefined,
  tables: readonly RouteTable[],
  gate: Gate,
  checks: readonly RequestHandler[] = [],
  traces?: Pick<Traces, 'observe'>,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.trustProxy.length === 0 ? false : [...config.trustProxy]);
  addRequestLog(app, log);
  app.use(
    requestLog(log, fromTrustedProxy(config.trustProxy)),
    keepRequestId(),
    ...(traces === undefined ? [] : [traces.observe]),
    ...(metrics === undefined ? [] : [metrics.observe]),
    safeHeaders(config.publicUrl),
    ...checks,
  );
  mount(app, tables, gate);
  app.use(() => {
    throw notFound();
  });
  app.use(failures());
  return app;
}

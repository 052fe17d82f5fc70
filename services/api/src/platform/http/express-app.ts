import type { IncomingMessage } from 'node:http';
import type { Traces } from '@cytocomm/runtime';
import { fromTrustedProxy, type ProcessMetrics, requestLog } from '@cytocomm/runtime';
import express, { type Express, type RequestHandler } from 'express';
import type { Core } from '../core.ts';
import { failures } from './failures.ts';
import { safeHeaders } from './headers.ts';
import { addRequestLog } from './logging.ts';
import { type Gate, mount } from './mount.ts';
import { notFound } from './problem.ts';
import { keepRequestId } from './request-id.ts';
import type { RouteTable } from './route.ts';

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
  core: Core,
  metrics: ProcessMetrics | undefined,
  tables: readonly RouteTable[],
  gate: Gate,
  checks: readonly RequestHandler[] = [],
  traces?: Pick<Traces, 'observe'>,
): Express {
  const { config, log } = core;
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

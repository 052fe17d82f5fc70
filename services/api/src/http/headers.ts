import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Helmet's headers for an address, without what it has for pages and for plug-ins of former browsers: no answer here is such a page. */
function helmetHeaders(publicUrl: string): readonly (readonly [string, string])[] {
  const made = new ServerResponse(new IncomingMessage(new Socket()));
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
  set(made.req, made, (error) => {
    if (error !== undefined) throw error;
  });
  return Object.entries(made.getHeaders()).map(([name, value]) => [name, String(value)] as const);
}

/** Headers of every answer: nothing of the API may be framed, sniffed, run or kept by a cache. Routes that may be kept say so themselves. */
export function safeHeaders(publicUrl: string): RequestHandler {
  // They are the same for every answer, so they are made once: helmet makes them anew each time.
  const headers = [...helmetHeaders(publicUrl), ['cache-control', 'no-store'] as const];
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

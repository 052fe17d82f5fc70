import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Returns helmet's headers, without those for pages and old plug-ins. */
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

/** Sets the headers of all responses: no frame, no sniffing, no script, no cache. Cacheable routes override that. */
export function safeHeaders(publicUrl: string): RequestHandler {
  // Computed once: helmet does it for each response.
  const headers = [...helmetHeaders(publicUrl), ['cache-control', 'no-store'] as const];
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Headers of every answer: nothing of the API may be framed, sniffed, run or kept by a cache. Routes that may be kept say so themselves. */
export function safeHeaders(publicUrl: string): RequestHandler[] {
  const secure = publicUrl.startsWith('https:');
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
      },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
      referrerPolicy: { policy: 'no-referrer' },
      strictTransportSecurity: secure,
    }),
    (_req, res, next) => {
      res.setHeader('Cache-Control', 'no-store');
      next();
    },
  ];
}

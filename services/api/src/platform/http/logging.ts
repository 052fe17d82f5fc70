import type { Express } from 'express';
import type { Logger } from 'pino';

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

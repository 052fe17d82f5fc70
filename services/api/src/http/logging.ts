import type { Express } from 'express';
import type { Logger } from 'pino';

declare module 'express-serve-static-core' {
  interface Request {
    /** Writes lines that carry the request's id. */
    readonly log: Logger;
  }
}

/** Middleware: the log of a request, with its id. It is made when somebody writes to it: most requests have the one line at their end. */
export function giveRequestsLog(app: Express, log: Logger): void {
  Object.defineProperty(app.request, 'log', {
    get(this: { readonly id: string }) {
      return log.child({ req: { id: this.id } });
    },
  });
}

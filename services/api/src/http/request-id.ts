import { AsyncLocalStorage } from 'node:async_hooks';
import { withoutSpan } from '@cytocomm/traces';
import type { RequestHandler } from 'express';

const ids = new AsyncLocalStorage<string | undefined>();

/** Runs work, and all that it starts, in the name of a request; of none, and in no trace, for undefined. Returns what the work returns. */
export function inRequest<Result>(id: string | undefined, work: () => Result): Result {
  return id === undefined ? withoutSpan(() => ids.run(id, work)) : ids.run(id, work);
}

/** Returns a middleware that answers a request in its name. */
export function keepRequestId(): RequestHandler {
  return (request, _response, next) => inRequest(request.id, next);
}

/** Returns the id of the request that is being answered; undefined in jobs and commands. */
export function currentRequestId(): string | undefined {
  return ids.getStore();
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestHandler } from 'express';

const ids = new AsyncLocalStorage<string | undefined>();

/** Runs work, and all that it starts, in the name of a request; undefined for none. The trace stays. Returns what the work returns. */
export function inRequest<Result>(id: string | undefined, work: () => Result): Result {
  return ids.run(id, work);
}

/** Runs work that a request began in the name of none, outside any trace and any change. Returns what the work returns. */
export const inNoRequest: <Result>(work: () => Result) => Result = AsyncLocalStorage.snapshot();

/** Returns a middleware that answers a request in its name. */
export function keepRequestId(): RequestHandler {
  return (request, _response, next) => inRequest(request.id, next);
}

/** Returns the id of the request that is being answered; undefined in jobs and commands. */
export function currentRequestId(): string | undefined {
  return ids.getStore();
}

import { type ApiError, notFound } from '../../platform/calls/problem.ts';

/** Returns 404 for a document that there is not. `hides` is the id of one that the caller may not know of. */
export function unknownDocument(hides?: string): ApiError {
  return notFound('There is no such document.', hides);
}

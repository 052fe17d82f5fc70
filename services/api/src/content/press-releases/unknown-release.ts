import { type ApiError, notFound } from '../../platform/calls/problem.ts';

/** Returns the refusal for a release that there is not, or not for the caller: `hides` is the id of one that is hidden. */
export const unknownRelease = (hides?: string): ApiError => notFound('There is no such press release.', hides);

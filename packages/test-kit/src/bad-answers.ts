import { HttpResponse } from 'msw';

/** An answer that is no success, whatever its status says, and the message that the person gets. */
export type BadAnswer = readonly [name: string, respond: () => Response, message: RegExp];

/** One answer that says success and is none, and none at all, for `it.each`; `packages/http` tests every kind. */
export const BAD_ANSWERS: readonly BadAnswer[] = [
  ['a page with 200', () => HttpResponse.html('<!doctype html><title>Portal</title>'), /Frontend is calling itself/],
  ['no answer', () => HttpResponse.error(), /cannot be reached/],
];

import { HttpResponse } from 'msw';

/** An answer that is no success, whatever its status says, and the message that the person gets. */
export type BadAnswer = readonly [name: string, respond: () => Response, message: RegExp];

/** What proxies, wrong addresses and cut connections answer in the place of the API. For `it.each`. */
export const BAD_ANSWERS: readonly BadAnswer[] = [
  ['a page with 200', () => HttpResponse.html('<!doctype html><title>Portal</title>'), /Frontend is calling itself/],
  ['a page with 500', () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 500 }), /Frontend is calling itself/],
  ['an empty body', () => new HttpResponse(null, { status: 200 }), /cannot be read/],
  [
    'JSON that is cut off',
    () => new HttpResponse('{"id":"x', { headers: { 'content-type': 'application/json' } }),
    /cannot be read/,
  ],
  ['no answer', () => HttpResponse.error(), /cannot be reached/],
];

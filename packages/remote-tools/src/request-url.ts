import type { IncomingMessage } from 'node:http';

/** Returns the address that a request asks for; null where its target is none, as `//`: a sender may write anything there. */
export function requestUrl({ url = '/' }: IncomingMessage, origin = 'http://localhost'): URL | null {
  return URL.parse(url, origin);
}

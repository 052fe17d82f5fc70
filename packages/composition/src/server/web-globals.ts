// What pages and React need of the web's own globals. On the server a page has the language and timers and nothing else
// (services/web renders it in a realm of its own), so the shell brings these along. Where they exist they stay.

import 'core-js/actual/url/index.js';
import 'core-js/actual/url-search-params/index.js';
import { ReadableStream } from 'web-streams-polyfill';
import { bytesOf } from './utf8.ts';

class Utf8Encoder {
  readonly encoding = 'utf-8';

  encode(text = ''): Uint8Array {
    return bytesOf(text);
  }
}

if (typeof globalThis.ReadableStream === 'undefined') Object.assign(globalThis, { ReadableStream });
if (typeof globalThis.TextEncoder === 'undefined') Object.assign(globalThis, { TextEncoder: Utf8Encoder });

// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type search from '../domains/search.ts';

/** People, documents, press releases and events that the caller may see, by words. */
export const searchPortal = /* @__PURE__ */ callOf<typeof search.searchPortal>('GET', '/api/search');

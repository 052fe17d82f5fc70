// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type search from '../domains/search.ts';

/** Search people, documents, press releases and events you can see. */
export const searchPortal = /* @__PURE__ */ callOf<typeof search.searchPortal>('GET', '/api/search');

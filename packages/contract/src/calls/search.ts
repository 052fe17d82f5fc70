import type { SearchAnswer, SearchQuery } from '../api/search.ts';
import { call, type Nothing } from './call.ts';

/** People, documents, press releases and events that the caller may see, by words. */
export const searchPortal = /* @__PURE__ */ call<Nothing, SearchQuery, undefined, SearchAnswer>('GET', '/api/search');

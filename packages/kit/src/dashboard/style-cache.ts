import createCache, { type EmotionCache } from '@emotion/cache';
import { ConstructedSheet, canConstructSheets } from './constructed-sheet.ts';

let cache: EmotionCache | undefined;

/** Returns the one emotion cache of the page, however many dashboards ask for it. */
export function styleCache(): EmotionCache {
  if (cache) return cache;
  cache = createCache({ key: 'mui' });
  if (canConstructSheets()) {
    cache.sheet = new ConstructedSheet({ key: cache.key, container: document.head });
  }
  return cache;
}

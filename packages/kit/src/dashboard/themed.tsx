import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { type Options, StyleSheet } from '@emotion/sheet';
import { ThemeProvider } from '@mui/material/styles';
import type { ComponentType } from 'react';
import { dashboardTheme } from './theme.ts';

/** Whether style sheets can be constructed; elsewhere emotion uses style elements. */
function canConstructSheets(): boolean {
  return typeof document !== 'undefined' && 'adoptedStyleSheets' in document;
}

/**
 * Emotion's sheet without style elements: rules go into a constructed style sheet, which a Content-Security-Policy
 * without `unsafe-inline` allows, and into the layer `mui`, so that CSS modules win over them.
 */
class ConstructedSheet extends StyleSheet {
  readonly #sheet = new CSSStyleSheet();

  constructor(options: Options) {
    super(options);
    document.adoptedStyleSheets.push(this.#sheet);
  }

  override insert(rule: string): void {
    this.#sheet.insertRule(`@layer mui{${rule}}`, this.#sheet.cssRules.length);
    this.ctr += 1;
  }

  /** Removes all rules; emotion calls it when global styles are removed or change. */
  override flush(): void {
    this.#sheet.replaceSync('');
    this.ctr = 0;
  }
}

let cache: EmotionCache | undefined;

/** Returns the page's one emotion cache. */
export function styleCache(): EmotionCache {
  if (cache) return cache;
  cache = createCache({ key: 'mui' });
  if (canConstructSheets()) {
    cache.sheet = new ConstructedSheet({ key: cache.key, container: document.head });
  }
  return cache;
}

/** Wraps a part of MUI in the brand's theme and the page's style cache. */
export function themed<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return (props: Props) => (
    <CacheProvider value={styleCache()}>
      <ThemeProvider theme={dashboardTheme}>
        <Part {...props} />
      </ThemeProvider>
    </CacheProvider>
  );
}

import type { MatchedRoute, Theme } from '@cytocomm/composition';
import type { Lock } from '@cytocomm/contract';
import escapeHtml from 'escape-html';
import type { Logger } from 'pino';
import type { WebConfig } from './config.ts';
import { type DocumentExtras, renderDocument } from './document.ts';
import { missingPage } from './matched-route.ts';
import type { RenderedPage } from './page-cache.ts';
import { type PageContent, pageHead } from './page-head.ts';
import { isSwitchedOff } from './page-response.ts';
import { createPrerenderer, PrerenderFailed } from './prerender/prerenderer.ts';
import type { PageTimes } from './prerender/render-queue.ts';
import { readInlineStyles } from './release-file.ts';

/** A page of a lock. */
export interface WantedPage {
  readonly lock: Lock;
  /** Undefined for an address that no route has. */
  readonly matched: MatchedRoute | undefined;
  /** The content of a page with data. */
  readonly content: PageContent | undefined;
  readonly switchedOff: readonly string[];
  readonly theme: Theme | undefined;
}

/** What pages are made with. */
export interface PageMakerOptions {
  readonly config: WebConfig;
  readonly log: Logger;
  /** For development builds: prerenders nothing, adds scripts of this origin, and lets pages load others from its folders. */
  readonly development?:
    | { readonly scripts: readonly string[]; readonly scriptFolders?: readonly string[] }
    | undefined;
  /** How long a page may take to render; by default as long as a visitor waits. */
  readonly pageTimes?: PageTimes;
  /** Called with why a page was made without markup. */
  readonly pageUnrendered?: ((error: unknown) => void) | undefined;
}

/** Makes pages. */
export interface PageMaker {
  /** Returns the lines of a page's head. */
  headOf(lock: Lock, matched: MatchedRoute | undefined, content?: PageContent): readonly string[];
  /** Returns a page without markup. */
  bare(page: WantedPage): string;
  /** Returns a page with the markup, styles and data of a public one; without, incomplete, where that fails: browsers do without. */
  make(page: WantedPage): Promise<RenderedPage>;
}

/** Creates a maker of pages. */
export function createPageMaker(options: PageMakerOptions): PageMaker {
  const { config, log, development, pageTimes, pageUnrendered } = options;
  const { scripts = [] } = development ?? {};
  const prerenderer = createPrerenderer(config.RELEASES_DIR, log, pageTimes);
  const { origin } = new URL(config.PUBLIC_URL);
  // On each page: a dashboard may be reached without a page load.
  const settings = [
    `<meta name="lab-software" content="${escapeHtml(config.LAB_SOFTWARE_URL)}">`,
    `<meta name="stale-tab-minutes" content="${config.STALE_TAB_MINUTES}">`,
  ];

  function headOf(lock: Lock, matched: MatchedRoute | undefined, content?: PageContent): readonly string[] {
    const { search = '', item, itemMissing: missing = false } = content ?? {};
    return [...pageHead({ lock, matched, origin, search, item, missing }), ...settings];
  }

  function documentOf({ lock, matched, content, switchedOff, theme }: WantedPage, extras: DocumentExtras = {}): string {
    return renderDocument(lock, matched, headOf(lock, matched, content), { ...extras, scripts, switchedOff, theme });
  }

  /** Undefined when that fails. */
  async function prerendered({ lock, content, switchedOff, ...page }: WantedPage): Promise<DocumentExtras | undefined> {
    // A missing page is prerendered, too.
    const matched = page.matched ?? missingPage(lock);
    if (development || !matched?.route.public || isSwitchedOff(lock, matched, switchedOff)) return {};
    try {
      const [markup, styles] = await Promise.all([
        prerenderer.render(lock, matched, content?.search, content?.data),
        readInlineStyles(config.RELEASES_DIR, lock, matched),
      ]);
      return { markup, styles, data: content?.data };
    } catch (error) {
      const { route, release } = matched;
      pageUnrendered?.(error);
      // What is not tried for a while was told when that began.
      if (!(error instanceof PrerenderFailed && error.reason === 'cooldown'))
        log.error(
          { err: error, path: route.path, remote: release.name, release: release.release, lock: lock.id },
          'a page is sent without prerendered markup',
        );
      return undefined;
    }
  }

  return {
    headOf,
    bare: documentOf,
    async make(page) {
      const extras = await prerendered(page);
      return { html: documentOf(page, extras), complete: extras !== undefined };
    },
  };
}

import { z } from 'zod';
import type { OwnWindow } from './own-window.ts';

/** The command of WebDriver BiDi that Playwright sends for each context, and Firefox 153 does not know yet. */
export const SET_MEDIA_FEATURES = 'emulation.setMediaFeaturesOverride';

/** What that command asks for: a colour scheme for pages, or for whole contexts with the pages that they will have. */
export const mediaFeaturesSchema = z.object({
  features: z.object({ 'prefers-color-scheme': z.enum(['light', 'dark']).nullish() }),
  contexts: z.array(z.string()).default([]),
  userContexts: z.array(z.string()).default([]),
});

/** A new page of a context, as Firefox reports it. */
export const newPageSchema = z.object({
  method: z.literal('browsingContext.contextCreated'),
  params: z.object({ context: z.string(), userContext: z.string(), parent: z.string().nullable() }),
});

const navigatedSchema = z.object({
  method: z.literal('browsingContext.navigationCommitted'),
  params: z.object({ context: z.string() }),
});

type Scheme = 'light' | 'dark' | 'none';

/** Sets the colour scheme of pages from Firefox's own window, whose scripts may do so. */
export class ColorSchemes {
  readonly #window: OwnWindow;
  readonly #ofContexts = new Map<string, Scheme>();
  readonly #ofPages = new Map<string, Scheme>();

  constructor(window: OwnWindow) {
    this.#window = window;
  }

  /** Does what the command asks for. */
  async set({ features, contexts, userContexts }: z.infer<typeof mediaFeaturesSchema>): Promise<void> {
    const scheme = features['prefers-color-scheme'] ?? 'none';
    for (const userContext of userContexts) this.#ofContexts.set(userContext, scheme);
    await Promise.all(contexts.map((page) => this.#apply(page, scheme)));
  }

  /** Sets the scheme of a new page to that of its context. */
  async giveTo({ params }: z.infer<typeof newPageSchema>): Promise<void> {
    const scheme = this.#ofContexts.get(params.userContext);
    if (scheme && params.parent === null) await this.#apply(params.context, scheme);
  }

  /** Sets the scheme of a page anew that has gone to another address: Firefox keeps each in a context of its own. */
  async keep(message: unknown): Promise<void> {
    const { data: navigated } = navigatedSchema.safeParse(message);
    const scheme = navigated && this.#ofPages.get(navigated.params.context);
    if (scheme) await this.#apply(navigated.params.context, scheme);
  }

  async #apply(page: string, scheme: Scheme): Promise<void> {
    this.#ofPages.set(page, scheme);
    // A frame has the scheme of its page.
    await this.#window.run(page, `if (!page.parent) page.prefersColorSchemeOverride = ${JSON.stringify(scheme)};`);
  }
}

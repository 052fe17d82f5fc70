import { z } from 'zod';

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

const windowsSchema = z.object({ contexts: z.array(z.object({ context: z.string() })).min(1) });
const evaluatedSchema = z.object({ type: z.literal('success') });

/** Sends a command to Firefox. Resolves to its result. */
export type Send = (method: string, params: object) => Promise<unknown>;

type Scheme = 'light' | 'dark' | 'none';

/** Sets the colour scheme of pages from Firefox's own window, whose scripts may do so. */
export class ColorSchemes {
  readonly #send: Send;
  readonly #ofContexts = new Map<string, Scheme>();
  #window: Promise<string> | undefined;

  constructor(send: Send) {
    this.#send = send;
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

  async #apply(page: string, scheme: Scheme): Promise<void> {
    this.#window ??= this.#findWindow();
    const expression = `{
      const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
      const page = NavigableManager.getBrowsingContextById(${JSON.stringify(page)});
      // A page may have been closed meanwhile; a frame has the scheme of its page.
      if (page && !page.parent) page.prefersColorSchemeOverride = ${JSON.stringify(scheme)};
    }`;
    const target = { context: await this.#window };
    evaluatedSchema.parse(await this.#send('script.evaluate', { expression, target, awaitPromise: true }));
  }

  async #findWindow(): Promise<string> {
    const found = windowsSchema.parse(
      await this.#send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 }),
    );
    const [first] = found.contexts;
    if (!first) throw new Error('Firefox has no window.');
    return first.context;
  }
}

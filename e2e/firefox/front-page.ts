import { z } from 'zod';
import type { OwnWindow, Send } from './own-commands.ts';

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

/** The command by which Playwright moves the mouse and presses keys in a page. */
export const PERFORM_ACTIONS = 'input.performActions';

const inputSchema = z.object({
  params: z.looseObject({
    context: z.string(),
    actions: z.array(z.looseObject({ actions: z.array(z.looseObject({ type: z.string() })) })),
  }),
});
const closedSchema = z.object({
  method: z.literal('browsingContext.contextDestroyed'),
  params: z.object({ parent: z.string().nullish() }),
});

/** A new window has the focus in its address bar, and Tab leads there from the end of a page. */
const FOCUS_PAGE = `
  const browser = page.top.embedderElement;
  if (browser.ownerDocument.activeElement !== browser) browser.focus();
`;

/**
 * Puts the focus on a page that is new, and on the one that input goes to. Each page is a window of its own, and Firefox
 * presses no button by Enter in a page that has not the focus; Playwright has every page of other browsers believe that it
 * has it.
 */
export class FrontPage {
  readonly #send: Send;
  readonly #window: OwnWindow;
  #page: string | undefined;
  #activated: Promise<unknown> = Promise.resolve();

  constructor(send: Send, window: OwnWindow) {
    this.#send = send;
    this.#window = window;
  }

  /** Resolves when a new page has the focus. Rejects when Firefox does not give it. */
  async show({ params }: z.infer<typeof newPageSchema>): Promise<void> {
    if (params.parent !== null) return;
    await this.#activate(params.context);
    await this.#window.run(params.context, FOCUS_PAGE);
  }

  /** Resolves when the page of a command with input has the focus. Rejects when Firefox does not give it. */
  async bring(command: unknown): Promise<void> {
    const { context, actions } = inputSchema.parse(command).params;
    await this.#activate(context);
    // A click gives the focus itself; nothing lies between a key that goes down and comes up.
    const types = actions.flatMap((source) => source.actions.map(({ type }) => type));
    if (types.includes('keyDown')) await this.#window.run(context, FOCUS_PAGE);
  }

  /** Takes note of windows that close, which gives the focus to another. */
  notice(message: unknown): void {
    const { data: closed } = closedSchema.safeParse(message);
    if (closed && (closed.params.parent ?? null) === null) this.#page = undefined;
  }

  async #activate(context: string): Promise<void> {
    if (context !== this.#page) {
      this.#page = context;
      this.#activated = this.#send('browsingContext.activate', { context });
    }
    await this.#activated;
  }
}

import { z } from 'zod';
import type { newPageSchema } from './color-scheme.ts';
import type { OwnWindow, Send } from './own-window.ts';

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

import { z } from 'zod';

/** Sends a command to Firefox. Resolves to its result. */
export type Send = (method: string, params: object) => Promise<unknown>;

const windowsSchema = z.object({ contexts: z.array(z.object({ context: z.string() })).min(1) });
const evaluatedSchema = z.object({ type: z.literal('success') });

/** Firefox's own window, whose scripts may do with a page what no command does. */
export class OwnWindow {
  readonly #send: Send;
  #found: Promise<string> | undefined;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Runs statements about a page, which they call `page`; does nothing when it was closed meanwhile. Throws when they throw. */
  async run(page: string, statements: string): Promise<void> {
    this.#found ??= this.#find();
    const expression = `{
      const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
      const page = NavigableManager.getBrowsingContextById(${JSON.stringify(page)});
      if (page) { ${statements} }
    }`;
    const target = { context: await this.#found };
    evaluatedSchema.parse(await this.#send('script.evaluate', { expression, target, awaitPromise: true }));
  }

  async #find(): Promise<string> {
    const found = windowsSchema.parse(
      await this.#send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 }),
    );
    const [first] = found.contexts;
    if (!first) throw new Error('Firefox has no window.');
    return first.context;
  }
}

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

/** Above the numbers that Playwright counts up from 1, below those it ends with. */
const FIRST_ID = 2 ** 50;
/** How long Firefox may take to answer, in ms. Nothing that it reports reaches Playwright meanwhile. */
const DEADLINE_MS = 10_000;

const answerSchema = z.object({
  id: z.number(),
  type: z.string(),
  result: z.unknown(),
  message: z.string().optional(),
});

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The commands of the bridge itself that Firefox has not answered yet. */
export class OwnCommands {
  readonly #write: (text: string) => void;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = FIRST_ID;

  /** `write` sends a message to Firefox. */
  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Sends a command. Rejects with Firefox's error, and when it does not answer in time. */
  readonly send: Send = async (method, params) => {
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    const late = new Error(`Firefox has not answered ${method} within ${DEADLINE_MS} ms.`);
    const timer = setTimeout(reject, DEADLINE_MS, late);
    try {
      this.#write(JSON.stringify({ id, method, params }));
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  };

  /** Settles the command that a message answers. Returns whether it answers one, in time or not. */
  settle(message: unknown): boolean {
    const { data: answer } = answerSchema.safeParse(message);
    if (!answer || answer.id < FIRST_ID || answer.id >= this.#nextId) return false;
    const own = this.#waiting.get(answer.id);
    if (answer.type === 'success') own?.resolve(answer.result);
    else own?.reject(new Error(answer.message));
    return true;
  }
}

import { z } from 'zod';
import type { Send } from './own-window.ts';

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
  readonly #deadlineMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = FIRST_ID;

  /** `write` sends a message to Firefox; `deadlineMs` is 10 s by default. */
  constructor(write: (text: string) => void, deadlineMs = DEADLINE_MS) {
    this.#write = write;
    this.#deadlineMs = deadlineMs;
  }

  /** Sends a command. Rejects with Firefox's error, and when it does not answer in time. */
  readonly send: Send = async (method, params) => {
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    const timer = setTimeout(
      () => reject(new Error(`Firefox has not answered ${method} within ${this.#deadlineMs} ms.`)),
      this.#deadlineMs,
    );
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

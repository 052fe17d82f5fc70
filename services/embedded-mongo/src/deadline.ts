import { MongoError } from './errors.ts';

/** How long a command may work: `maxTimeMS`. */
export class Deadline {
  readonly #end: number;
  #steps = 0;

  constructor(maxTimeMs: number) {
    this.#end = maxTimeMs === 0 ? Number.POSITIVE_INFINITY : performance.now() + maxTimeMs;
  }

  /** To be called now and then; looks at the clock every 64th time. */
  check(): void {
    this.#steps += 1;
    if (this.#steps % 64 === 0 && performance.now() > this.#end)
      throw new MongoError(50, 'operation exceeded time limit');
  }
}

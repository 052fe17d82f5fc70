import { isApiProblem } from '@cytocomm/http';
import { toast } from '@cytocomm/kit';
import { setUnderWay } from '@cytocomm/session';
import { useEffect, useId, useRef, useState } from 'react';
import { namesOf } from './names-of.ts';

/** How many records are changed at once at most. */
export const MAX_CHOSEN = 200;

/** A record that could not be changed, and why. */
export interface Failure {
  readonly key: string;
  /** What people call the record, as the list had it when the changes began. */
  readonly name: string;
  readonly reason: string;
}

/** How several changes ended. */
export interface Outcome {
  /** What was changed. */
  readonly done: readonly string[];
  readonly failed: readonly Failure[];
  /** What was not reached, because somebody stopped it, or did not confirm that it is them. */
  readonly left: readonly string[];
}

/** How several changes are told. */
export interface RunOptions {
  /** The caller says what failed, wherever the person is; by default it is in `failures`, and told in a toast where the panel was left. */
  readonly isToldByCaller?: boolean;
}

const NOTHING = { runs: 0, done: 0, of: 0 };

/** Stops what goes on and what waits; what is begun after it goes on. */
function stopAll(stopping: { current: AbortController }): void {
  stopping.current.abort();
  stopping.current = new AbortController();
}

/**
 * Returns what changes several records one after the other, how it stands, and what stops it before the next one. The server judges
 * each by itself. What is begun meanwhile waits for its turn; both count, and are stopped, as one. A reload and a logout ask first
 * while it goes on; when the panel is left it stops there, and says what failed.
 */
export function useEach(reasonOf: (error: unknown) => string) {
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number }>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const stopping = useRef(new AbortController());
  const going = useRef(NOTHING);
  const lastTurn = useRef<Promise<void>>(undefined);
  const isLeft = useRef(false);
  const name = `changes ${useId()}`;
  const stop = () => stopAll(stopping);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      stopAll(stopping);
    };
  }, []);

  const count = ({ runs = 0, done = 0, of = 0 }: Partial<typeof NOTHING>) => {
    const before = going.current;
    const sum = { runs: before.runs + runs, done: before.done + done, of: before.of + of };
    const isOver = sum.runs === 0;
    going.current = isOver ? NOTHING : sum;
    setUnderWay(name, !isOver);
    setProgress(isOver ? undefined : { done: sum.done, of: sum.of });
  };

  const run = async (
    keys: readonly string[],
    change: (key: string) => Promise<{ readonly error?: unknown }>,
    nameOf = (key: string) => key,
    { isToldByCaller = false }: RunOptions = {},
  ): Promise<Outcome> => {
    const wanted = keys.slice(0, MAX_CHOSEN);
    const { signal } = stopping.current;
    const done: string[] = [];
    const failed: Failure[] = [];
    const reached = () => done.length + failed.length;
    if (going.current === NOTHING) setFailures([]);
    count({ runs: 1, of: wanted.length });
    const before = lastTurn.current;
    const { promise, resolve: endTurn } = Promise.withResolvers<void>();
    lastTurn.current = promise;
    if (before) await before;
    try {
      for (const key of wanted) {
        if (signal.aborted) break;
        const { error } = await change(key);
        // Who closed the question whether it is them is not asked once more for each of the others.
        if (isApiProblem(error) && error.code === 'not-confirmed') break;
        if (error) failed.push({ key, name: nameOf(key), reason: reasonOf(error) });
        else done.push(key);
        count({ done: 1 });
      }
    } finally {
      count({ runs: -1, of: reached() - wanted.length });
      if (!isToldByCaller) setFailures((present) => [...present, ...failed]);
      endTurn();
    }
    if (isLeft.current && !isToldByCaller && failed.length > 0)
      toast.error(`${failed.length} could not be changed: ${namesOf(failed)}. ${failed[0]?.reason}`);
    return { done, failed, left: keys.slice(reached()) };
  };
  return { run, stop, progress, failures, dismiss: () => setFailures([]) };
}

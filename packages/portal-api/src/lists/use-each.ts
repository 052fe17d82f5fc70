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

/**
 * Returns what changes several records one after the other, how it stands, and what stops it before the next one. The server judges
 * each by itself. A reload and a logout ask first while it goes on; when the panel is left it stops there, and says what failed.
 */
export function useEach(reasonOf: (error: unknown) => string) {
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number }>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const going = useRef<AbortController>(undefined);
  const isLeft = useRef(false);
  const name = `changes ${useId()}`;
  const stop = () => going.current?.abort();
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      going.current?.abort();
    };
  }, []);

  const run = async (
    keys: readonly string[],
    change: (key: string) => Promise<{ readonly error?: unknown }>,
    nameOf = (key: string) => key,
  ): Promise<Outcome> => {
    const wanted = keys.slice(0, MAX_CHOSEN);
    const controller = new AbortController();
    going.current = controller;
    const done: string[] = [];
    const failed: Failure[] = [];
    const reached = () => done.length + failed.length;
    setFailures([]);
    setUnderWay(name, true);
    for (const key of wanted) {
      if (controller.signal.aborted) break;
      setProgress({ done: reached(), of: wanted.length });
      const { error } = await change(key);
      // Who closed the question whether it is them is not asked once more for each of the others.
      if (isApiProblem(error) && error.code === 'not-confirmed') break;
      if (error) failed.push({ key, name: nameOf(key), reason: reasonOf(error) });
      else done.push(key);
    }
    setUnderWay(name, false);
    setProgress(undefined);
    setFailures(failed);
    if (isLeft.current && failed.length > 0)
      toast.error(`${failed.length} could not be changed: ${namesOf(failed)}. ${failed[0]?.reason}`);
    return { done, failed, left: keys.slice(reached()) };
  };
  return { run, stop, progress, failures, dismiss: () => setFailures([]) };
}

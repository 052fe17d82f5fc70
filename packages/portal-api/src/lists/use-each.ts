import { isApiProblem } from '@cytocomm/http';
import { toast } from '@cytocomm/kit';
import { setUnderWay } from '@cytocomm/session';
import { useEffect, useId, useRef, useState } from 'react';
import { type ShownData, shownOf } from './PagedList.tsx';

/** Returns the selected rows of a list and the setter of the selection by keys. Rows that the list does not show are not selected. */
export function useChosen<Row>(query: ShownData<Row>, keyOf: (row: Row) => string) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const rows = shownOf(query)?.pages.flatMap(({ items }) => items) ?? [];
  const listed = new Map(rows.map((row) => [keyOf(row), row] as const));
  const chosen = new Map(
    [...keys].flatMap((key) => {
      const row = listed.get(key);
      return row === undefined ? [] : [[key, row] as const];
    }),
  );
  return { chosen, selected: new Set(chosen.keys()), select: setKeys };
}

/** Names in a sentence. */
const MAX_NAMES = 5;

/** Returns the names of records for a sentence: the first five, and how many more there are. */
export function namesOf(records: readonly { readonly name: string }[]): string {
  const names = records
    .slice(0, MAX_NAMES)
    .map(({ name }) => name)
    .join(', ');
  return records.length > MAX_NAMES ? `${names} and ${records.length - MAX_NAMES} more` : names;
}

/** Limit of records that are changed at once. */
export const MAX_CHOSEN = 200;

/** A record that could not be changed, and why. */
export interface Failure {
  readonly key: string;
  /** The record's name in the list when the run started. */
  readonly name: string;
  readonly reason: string;
}

/** The outcome of a run. */
export interface Outcome {
  /** The keys of the changed records. */
  readonly done: readonly string[];
  readonly failed: readonly Failure[];
  /** The keys of the rest after a stop or a declined confirmation. */
  readonly left: readonly string[];
}

/** Options of a run. */
export interface RunOptions {
  /** The caller shows failures; by default they are in `failures`, and in a toast once the panel was left. */
  readonly isToldByCaller?: boolean;
}

const NOTHING = { runs: 0, done: 0, of: 0 };

/** Stops running and waiting changes, no later ones. */
function stopAll(stopping: { current: AbortController }): void {
  stopping.current.abort();
  stopping.current = new AbortController();
}

/**
 * Returns a function that changes several records one after the other, with its progress, failures and stop. Runs are queued;
 * they count and stop as one. A reload and a logout ask first during a run; leaving the panel stops it and shows the failures.
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
    const limited = keys.slice(0, MAX_CHOSEN);
    const { signal } = stopping.current;
    const done: string[] = [];
    const failed: Failure[] = [];
    const reached = () => done.length + failed.length;
    if (going.current === NOTHING) setFailures([]);
    count({ runs: 1, of: limited.length });
    const before = lastTurn.current;
    const { promise, resolve: endTurn } = Promise.withResolvers<void>();
    lastTurn.current = promise;
    if (before) await before;
    try {
      for (const key of limited) {
        if (signal.aborted) break;
        const { error } = await change(key);
        // A declined confirmation is not asked again for each record.
        if (isApiProblem(error) && error.code === 'not-confirmed') break;
        if (error) failed.push({ key, name: nameOf(key), reason: reasonOf(error) });
        else done.push(key);
        count({ done: 1 });
      }
    } finally {
      count({ runs: -1, of: reached() - limited.length });
      if (!isToldByCaller) setFailures((present) => [...present, ...failed]);
      endTurn();
    }
    if (isLeft.current && !isToldByCaller && failed.length > 0)
      toast.error(`${failed.length} could not be changed: ${namesOf(failed)}. ${failed[0]?.reason}`);
    return { done, failed, left: keys.slice(reached()) };
  };
  return { run, stop, progress, failures, dismiss: () => setFailures([]) };
}

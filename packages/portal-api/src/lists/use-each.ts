import { useState } from 'react';

/** How many records are changed at once at most. */
export const MAX_CHOSEN = 200;

/** A record that could not be changed, and why. */
export interface Failure {
  readonly key: string;
  /** What people call the record, as the list had it when the changes began. */
  readonly name: string;
  readonly reason: string;
}

/** Returns what changes several records one after the other, and how it stands. The server judges each by itself. */
export function useEach(reasonOf: (error: unknown) => string, nameOf = (key: string) => key) {
  const [done, setDone] = useState<number>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);

  const run = async (
    keys: readonly string[],
    change: (key: string) => Promise<{ readonly error?: unknown }>,
  ): Promise<readonly Failure[]> => {
    const failed: Failure[] = [];
    setFailures([]);
    for (const [place, key] of keys.slice(0, MAX_CHOSEN).entries()) {
      setDone(place);
      const { error } = await change(key);
      if (error) failed.push({ key, name: nameOf(key), reason: reasonOf(error) });
    }
    setDone(undefined);
    setFailures(failed);
    return failed;
  };
  return { run, done, failures, dismiss: () => setFailures([]) };
}

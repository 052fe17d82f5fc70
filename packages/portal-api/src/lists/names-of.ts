import type { Failure } from './use-each.ts';

/** How many names a sentence has at most. */
const MOST = 5;

/** Returns the names of records that could not be changed, for a sentence: the first five, and how many more there are. */
export function namesOf(failures: readonly Failure[]): string {
  const names = failures
    .slice(0, MOST)
    .map(({ name }) => name)
    .join(', ');
  return failures.length > MOST ? `${names} and ${failures.length - MOST} more` : names;
}

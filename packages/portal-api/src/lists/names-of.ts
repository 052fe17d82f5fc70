/** How many names a sentence has at most. */
const MOST = 5;

/** Returns the names of records for a sentence: the first five, and how many more there are. */
export function namesOf(records: readonly { readonly name: string }[]): string {
  const names = records
    .slice(0, MOST)
    .map(({ name }) => name)
    .join(', ');
  return records.length > MOST ? `${names} and ${records.length - MOST} more` : names;
}

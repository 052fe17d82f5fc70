import { useState } from 'react';

/**
 * Returns the rows that are chosen of a list, and what chooses others by their keys. A row is as the list shows it now, or as it
 * was when the list showed it last.
 */
export function useChosen<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const [seen, setSeen] = useState<ReadonlyMap<string, Row>>(new Map());
  const listed = new Map(rows.map((row) => [keyOf(row), row] as const));
  const chosen = new Map([...seen].map(([key, row]) => [key, listed.get(key) ?? row] as const));
  const select = (keys: ReadonlySet<string>) =>
    setSeen(new Map([...chosen, ...listed].filter(([key]) => keys.has(key))));
  return { chosen, selected: new Set(chosen.keys()), select };
}

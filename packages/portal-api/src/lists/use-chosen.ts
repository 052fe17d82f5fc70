import { useState } from 'react';
import { type ShownData, shownOf } from './shown-of.ts';

/**
 * Returns the rows that are chosen of a list, as it shows them, and what chooses others by their keys. A row that the list does not
 * show, because of a filter or because it has gone, is not chosen: nothing is done to what nobody sees.
 */
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

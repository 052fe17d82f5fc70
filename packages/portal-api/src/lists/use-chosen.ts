import { useEffect, useRef, useState } from 'react';

/**
 * Returns the rows that are chosen of a list, and what chooses others by their keys. A row is as the list shows it now, or as it
 * was when the list showed it last.
 */
export function useChosen<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const shown = useRef<ReadonlyMap<string, Row>>(new Map());
  const listed = new Map(rows.map((row) => [keyOf(row), row] as const));
  const known = new Map([...shown.current, ...listed]);
  const chosen = new Map([...known].filter(([key]) => keys.has(key)));
  // Of rows that left the list the chosen ones are kept, and no others.
  useEffect(() => {
    shown.current = new Map([...chosen, ...listed]);
  });
  return { chosen, selected: new Set(chosen.keys()), select: setKeys };
}

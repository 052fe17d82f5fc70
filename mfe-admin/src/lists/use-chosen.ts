import { useState } from 'react';

/** Returns the rows that are chosen of a list, those too that it does not show any more, and what chooses others by their keys. */
export function useChosen<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const select = (keys: ReadonlySet<string>) => {
    const known = new Map([...chosen, ...rows.map((row) => [keyOf(row), row] as const)]);
    setChosen(new Map([...known].filter(([key]) => keys.has(key))));
  };
  return { chosen, selected: new Set(chosen.keys()), select };
}

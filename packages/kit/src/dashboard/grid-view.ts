import { useState } from 'react';

/** How close the rows of a grid stand. */
export type GridDensity = 'standard' | 'compact';

/** How a person wants to see a grid. */
export interface GridView {
  /** The keys of the columns that do not show. */
  readonly hidden: readonly string[];
  readonly density: GridDensity;
}

const DEFAULT_VIEW: GridView = { hidden: [], density: 'standard' };

function readView(key: string | undefined): GridView {
  if (key === undefined) return DEFAULT_VIEW;
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`grid ${key}`) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('hidden' in kept) || !('density' in kept)) return DEFAULT_VIEW;
    const hidden = Array.isArray(kept.hidden) ? kept.hidden.filter((each) => typeof each === 'string') : [];
    return { hidden, density: kept.density === 'compact' ? 'compact' : 'standard' };
  } catch {
    return DEFAULT_VIEW;
  }
}

/** Returns how the person wants to see a grid, and what changes it; kept in this browser under the key. */
export function useGridView(key: string | undefined): readonly [GridView, (view: GridView) => void] {
  const [view, setView] = useState(() => readView(key));
  const change = (changed: GridView) => {
    setView(changed);
    if (key === undefined) return;
    try {
      localStorage.setItem(`grid ${key}`, JSON.stringify(changed));
    } catch {
      // A browser that keeps nothing shows the grid as wanted until the page goes.
    }
  };
  return [view, change];
}

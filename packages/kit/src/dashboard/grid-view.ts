import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from '../router.ts';

/** How close the rows of a grid stand. */
export type GridDensity = 'standard' | 'compact';

/** How a person wants to see a grid. */
export interface GridView {
  /** The keys of the columns that do not show. */
  readonly hidden: readonly string[];
  readonly density: GridDensity;
}

const DEFAULT_VIEW: GridView = { hidden: [], density: 'standard' };
/** The field of the address with the hidden columns, so that whoever is sent it sees the same ones. */
const FIELD = 'hide';

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

/** Returns the hidden columns of the address, and what writes them there; null where it names none. */
function useHiddenOfAddress(): readonly [readonly string[] | null, (hidden: readonly string[]) => void] {
  const [fields, setFields] = useSearchParams();
  const hidden = fields.get(FIELD);
  const write = (changed: readonly string[]) =>
    setFields(
      (before) => {
        const written = new URLSearchParams(before);
        if (changed.length === 0) written.delete(FIELD);
        else written.set(FIELD, changed.join(','));
        return written;
      },
      { replace: true, preventScrollReset: true },
    );
  return [hidden === null ? null : hidden.split(','), write];
}

/**
 * Returns how the person wants to see a grid, and what changes it; kept in this browser under the key. Hidden columns are in the
 * address as well, which has the last word.
 */
export function useGridView(key: string | undefined): readonly [GridView, (view: GridView) => void] {
  const [kept, setKept] = useState(() => readView(key));
  const [named, write] = useHiddenOfAddress();
  const isShared = key !== undefined;
  const isUntold = isShared && named === null && kept.hidden.length > 0;
  const tell = useEffectEvent(() => write(kept.hidden));
  useEffect(() => {
    if (isUntold) tell();
  }, [isUntold]);

  const view = isShared && named !== null ? { ...kept, hidden: named } : kept;
  const change = (changed: GridView) => {
    // Another density makes the columns of an address that was sent nobody's own.
    const isOther = changed.hidden.join() !== view.hidden.join();
    const own = isOther ? changed : { ...changed, hidden: kept.hidden };
    setKept(own);
    if (!isShared) return;
    if (isOther) write(changed.hidden);
    try {
      localStorage.setItem(`grid ${key}`, JSON.stringify(own));
    } catch {
      // A browser that keeps nothing shows the grid as wanted until the page goes.
    }
  };
  return [view, change];
}

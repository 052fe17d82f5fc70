import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Checkbox, Select } from '../forms/fields.tsx';
import { useSearchParams } from '../router.ts';
import classes from './DataGrid.module.css';
import type { GridColumn } from './data-grid-types.ts';

/** The density of a grid's rows. */
export type GridDensity = 'standard' | 'compact';

/** A person's view of a grid. */
interface GridView {
  /** The keys of the hidden columns. */
  readonly hidden: readonly string[];
  readonly density: GridDensity;
}

const DEFAULT_VIEW: GridView = { hidden: [], density: 'standard' };
/** The field of the address with the hidden columns, so that a shared address shows the same ones. */
const FIELD = 'hide';

function readView(key: string | undefined): GridView {
  if (key === undefined) return DEFAULT_VIEW;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`grid ${key}`) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('hidden' in stored) || !('density' in stored))
      return DEFAULT_VIEW;
    const hidden = Array.isArray(stored.hidden) ? stored.hidden.filter((each) => typeof each === 'string') : [];
    return { hidden, density: stored.density === 'compact' ? 'compact' : 'standard' };
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
 * Returns a person's view of a grid and its setter; stored in this browser under the key. Hidden columns are also in the
 * address, which takes precedence.
 */
export function useGridView(key: string | undefined): readonly [GridView, (view: GridView) => void] {
  const [kept, setKept] = useState(() => readView(key));
  const [named, write] = useHiddenOfAddress();
  const isShared = key !== undefined;
  const isMissing = isShared && named === null && kept.hidden.length > 0;
  const share = useEffectEvent(() => write(kept.hidden));
  useEffect(() => {
    if (isMissing) share();
  }, [isMissing]);

  const view = isShared && named !== null ? { ...kept, hidden: named } : kept;
  const change = (changed: GridView) => {
    // A change of density does not store the columns of a shared address.
    const isOther = changed.hidden.join() !== view.hidden.join();
    const own = isOther ? changed : { ...changed, hidden: kept.hidden };
    setKept(own);
    if (!isShared) return;
    if (isOther) write(changed.hidden);
    try {
      localStorage.setItem(`grid ${key}`, JSON.stringify(own));
    } catch {
      // Without storage the view lasts as long as the page.
    }
  };
  return [view, change];
}

/** Properties of {@link GridMenu}. */
export interface GridMenuProps<Row> {
  readonly columns: ReadonlyArray<GridColumn<Row>>;
  readonly view: GridView;
  readonly onView: (view: GridView) => void;
  readonly sort: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
  /** The rows are cards: their order is chosen here, there are no heads to press. */
  readonly asCards: boolean;
}

const ORDER_WORDS = {
  words: ['A to Z', 'Z to A'],
  time: ['oldest first', 'newest first'],
  size: ['smallest first', 'largest first'],
} as const;

function close(menu: HTMLDetailsElement | null): void {
  if (menu) menu.open = false;
}

/**
 * Returns what a menu over the page needs to close: by Escape, which leads back to its button, by a press outside and when the
 * focus leaves it. A press on its words takes the focus away, too, and leaves it open.
 */
function useClosing() {
  const ref = useRef<HTMLDetailsElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    const onPointerDown = ({ target }: Event) => {
      isPressed.current = target instanceof Node && ref.current?.contains(target) === true;
      if (!isPressed.current) close(ref.current);
    };
    const onPressEnd = () => {
      isPressed.current = false;
    };
    const events = { pointerdown: onPointerDown, click: onPressEnd, pointercancel: onPressEnd, keydown: onPressEnd };
    for (const [name, listener] of Object.entries(events)) document.addEventListener(name, listener, true);
    return () => {
      for (const [name, listener] of Object.entries(events)) document.removeEventListener(name, listener, true);
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !ref.current?.open) return;
    event.preventDefault();
    close(ref.current);
    ref.current.querySelector('summary')?.focus();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!isPressed.current && relatedTarget && !ref.current?.contains(relatedTarget)) close(ref.current);
  };
  return { ref, onKeyDown, onBlur };
}

/** What a person can choose about a grid: its columns, its density, and its order where it has no heads. */
export function GridMenu<Row>({ columns, view, onView, sort, onSort, asCards }: GridMenuProps<Row>) {
  const closing = useClosing();
  const sortable = columns.filter((column) => column.sortable);
  const show = (key: string, shown: boolean) => {
    const rest = view.hidden.filter((each) => each !== key);
    onView({ ...view, hidden: shown ? rest : [...rest, key] });
  };
  return (
    <div className={classes.menuRow}>
      {asCards && onSort && sortable.length > 0 ? (
        <Select label="Sort by" value={sort ?? ''} onChange={(event) => onSort(event.target.value)}>
          {sortable.flatMap(({ key, header, sortable: by }) => {
            const [up, down] = ORDER_WORDS[by === 'time' || by === 'size' ? by : 'words'];
            return [
              <option key={key} value={key}>{`${header}, ${up}`}</option>,
              <option key={`-${key}`} value={`-${key}`}>{`${header}, ${down}`}</option>,
            ];
          })}
        </Select>
      ) : null}
      <details {...closing} className={classes.menu}>
        <summary>View</summary>
        <div className={classes.menuPanel}>
          <fieldset>
            <legend>Columns</legend>
            {columns
              .filter(({ rowHeader }) => !rowHeader)
              .map(({ key, header }) => (
                <Checkbox
                  key={key}
                  label={header}
                  checked={!view.hidden.includes(key)}
                  onChange={(event) => show(key, event.target.checked)}
                />
              ))}
          </fieldset>
          {asCards ? null : (
            <Checkbox
              label="Compact rows"
              checked={view.density === 'compact'}
              onChange={(event) => onView({ ...view, density: event.target.checked ? 'compact' : 'standard' })}
            />
          )}
        </div>
      </details>
    </div>
  );
}

// Loaded with the first list: see DataGrid.tsx.
import { Global } from '@emotion/react';
import {
  type GridColDef,
  type GridEventListener,
  type GridRenderCellParams,
  GridRowCheckbox,
  type GridRowCheckboxProps,
  type GridRowSelectionModel,
  type GridSortModel,
  DataGrid as MuiDataGrid,
  useGridApiContext,
  useGridApiRef,
} from '@mui/x-data-grid';
import {
  Children,
  type ComponentProps,
  createContext,
  type FocusEvent,
  isValidElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { classNames } from '../class-names.ts';
import classes from './DataGrid.module.css';
import type { GridColumn } from './data-grid-types.ts';
import type { GridDensity } from './GridMenu.tsx';
import { themed } from './themed.tsx';

/** A row as it is drawn. */
export interface GridEntry {
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** What stands in each column, by the column's key. */
  readonly cells: ReadonlyMap<string, ReactNode>;
}

/** Properties of {@link GridTable}. */
export interface GridTableProps {
  readonly caption: string;
  readonly columns: ReadonlyArray<Omit<GridColumn<never>, 'cell' | 'brief'>>;
  readonly entries: readonly GridEntry[];
  readonly sort: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
  readonly selected: ReadonlySet<string> | undefined;
  readonly onSelect: ((selected: ReadonlySet<string>) => void) | undefined;
  readonly empty: ReactNode;
  readonly busy: boolean;
  readonly density: GridDensity;
}

/** The height of the head, and of a row whose cells take one line each, in pixels. */
const ROW = 44;
const COMPACT_ROW = 34;
/** So many rows are drawn at once; of more, those that are in sight. */
const ALL_DRAWN = 100;
/** The buttons of a row stay in sight where the columns are wider than the table. */
const ACTIONS = classes.actions ?? '';
const CONTROLS = 'a[href], button, input, select';

const Empty = createContext<ReactNode>(null);

function EmptyRow() {
  return <div className={classes.empty}>{useContext(Empty)}</div>;
}

/** Returns whether an event is of a dialog that the cell opened: in React it bubbles to the cell, in the document it is elsewhere. */
const isElsewhere = ({ target, currentTarget }: SyntheticEvent) =>
  target instanceof Node && !currentTarget.contains(target);

/** The grid would take a press in a cell's dialog for one in the cell, and move the focus there. */
function keepFromGrid(event: MouseEvent) {
  if (isElsewhere(event)) event.stopPropagation();
}

/** As keepFromGrid, of what is typed; the event itself goes on, for the dialog hears Escape and Tab at the document. */
const ignoreElsewhere: GridEventListener<'cellKeyDown'> = (_cell, event) => {
  if (isElsewhere(event)) event.defaultMuiPrevented = true;
};

/** Keys that press a control are for that control alone; the rest move in the grid. */
function keepPresses(event: KeyboardEvent) {
  const isControl = event.target instanceof HTMLElement && event.target.matches(CONTROLS);
  if (isControl && (event.key === ' ' || event.key === 'Enter')) event.stopPropagation();
}

/** Scrolls a cell that the keyboard has come to out from under the buttons of its row, which stay in sight. */
function showBesideActions({ target }: FocusEvent) {
  const cell = target.matches(':focus-visible') ? target.closest('[role="gridcell"], [role="columnheader"]') : null;
  const scroller = cell?.closest('.MuiDataGrid-virtualScroller');
  const actions = [...(cell?.parentElement?.children ?? [])].find(({ classList }) => classList.contains(ACTIONS));
  if (!cell || !scroller || !actions || cell === actions) return;
  const { left, right } = cell.getBoundingClientRect();
  const hidden = Math.min(
    right - actions.getBoundingClientRect().left,
    // Of a cell that is wider than the room the beginning is seen.
    left - scroller.getBoundingClientRect().left,
  );
  if (hidden > 0) scroller.scrollLeft += hidden;
}

/** Returns the row and the column of a cell; null of anything else. */
function placeOf(element: Element): { readonly id: string; readonly field: string } | null {
  if (!element.matches('[role="gridcell"]')) return null;
  const id = element.closest('[role="row"]')?.getAttribute('data-id');
  const field = element.getAttribute('data-field');
  return id == null || field === null ? null : { id, field };
}

/** What stands in a cell. Its controls are in the order of Tab only while the cell has the focus: a grid is one stop. */
function Cell({ row, field, hasFocus }: GridRenderCellParams<GridEntry>) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    for (const control of box.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])
      control.tabIndex = hasFocus ? 0 : -1;
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps keys and presses of what is within from the grid
    <div
      ref={box}
      className={classes.cell}
      onKeyDown={keepPresses}
      onClick={keepFromGrid}
      onMouseDown={keepFromGrid}
      onMouseUp={keepFromGrid}
    >
      {row.cells.get(field)}
    </div>
  );
}

/**
 * The element around the grid. MUI puts a style element with the grid's variables into it, which the
 * Content-Security-Policy refuses; its rule goes where all of MUI's rules go.
 */
function Root({ children, ref, ...rest }: ComponentProps<'div'>) {
  const isStyle = (child: ReactNode): child is ReactElement<{ readonly children: string }> =>
    isValidElement(child) && child.type === 'style';
  const all = Children.toArray(children);
  return (
    <div {...rest} ref={ref}>
      {all.filter((child) => !isStyle(child))}
      {all.filter(isStyle).map(({ key, props: { children: rule } }) => (
        <Global key={key} styles={rule} />
      ))}
    </div>
  );
}

const slotProps = { root: { as: Root } };

const renderCell = (params: GridRenderCellParams<GridEntry>) => <Cell {...params} />;
/** The box that chooses a row, called by that row. */
function RowBox(props: GridRowCheckboxProps) {
  const row: GridEntry | null = useGridApiContext().current.getRow(props.rowId);
  const htmlInput = { ...props.slotProps?.htmlInput, 'aria-label': `Select ${row?.name ?? props.rowId}` };
  return <GridRowCheckbox {...props} slotProps={{ htmlInput }} />;
}

const slots = { noRowsOverlay: EmptyRow, rowCheckbox: RowBox };

function sortModelOf(sort: string | undefined): GridSortModel {
  if (sort === undefined) return [];
  return [sort.startsWith('-') ? { field: sort.slice(1), sort: 'desc' } : { field: sort, sort: 'asc' }];
}

/** Each row is as high as what stands in it: a text that is cut cannot be read. */
const getRowHeight = () => 'auto' as const;
const heights = { getRowHeight, getEstimatedRowHeight: () => ROW };
const compactHeights = { getRowHeight, getEstimatedRowHeight: () => COMPACT_ROW };

/** A table of MUI's in the brand. The rows come sorted; it draws those in sight. */
export const GridTable = themed<GridTableProps>((props) => {
  const { caption, columns, entries, sort, onSort, selected, onSelect, empty, busy, density } = props;
  const shape = JSON.stringify(columns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new columns that are the same would be measured again
  const defined = useMemo(
    () =>
      columns.map(
        ({
          key,
          header,
          width = 120,
          grow = 1,
          sortable = false,
          actions = false,
          numeric = sortable === 'size',
        }): GridColDef<GridEntry> => ({
          field: key,
          headerName: header,
          minWidth: width,
          ...(grow > 0 ? { flex: grow } : { width }),
          sortable: sortable !== false,
          ...(numeric && { align: 'right', headerAlign: 'right' }),
          ...(actions && { cellClassName: ACTIONS, headerClassName: ACTIONS }),
          renderCell,
        }),
      ),
    [shape],
  );
  const sortModel = useMemo(() => sortModelOf(sort), [sort]);
  const selection = useMemo<GridRowSelectionModel>(() => ({ type: 'include', ids: new Set(selected) }), [selected]);
  const onSortModel = ([first]: GridSortModel) => {
    const fallback = sort?.replace('-', '') ?? '';
    const field = first?.field ?? fallback;
    onSort?.(first?.sort === 'desc' ? `-${field}` : field);
  };
  const onSelection = ({ ids }: GridRowSelectionModel) => onSelect?.(new Set([...ids].map(String)));
  const isLong = entries.length > ALL_DRAWN;
  const isCompact = density === 'compact';
  const rowHeights = isCompact ? compactHeights : heights;
  const grid = useGridApiRef();
  // Of a cell that gets the focus by neither key nor press the grid would not know.
  const tellFocus = ({ target }: FocusEvent) => {
    const place = placeOf(target);
    if (place) grid.current?.setCellFocus(place.id, place.field);
  };
  return (
    <Empty value={empty}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only scrolls to what has the focus within */}
      <div
        className={classNames(isLong ? classes.long : classes.short, isCompact && classes.compact)}
        onFocusCapture={tellFocus}
        onFocus={showBesideActions}
      >
        <MuiDataGrid<GridEntry>
          apiRef={grid}
          aria-label={caption}
          rows={entries}
          columns={defined}
          slots={slots}
          slotProps={slotProps}
          {...rowHeights}
          columnHeaderHeight={ROW}
          sortingMode="server"
          sortModel={sortModel}
          sortingOrder={['asc', 'desc']}
          onSortModelChange={onSortModel}
          checkboxSelection={selected !== undefined}
          rowSelectionModel={selection}
          onRowSelectionModelChange={onSelection}
          disableRowSelectionExcludeModel
          disableRowSelectionOnClick
          onCellKeyDown={ignoreElsewhere}
          keepNonExistentRowsSelected
          disableColumnFilter
          disableColumnMenu
          disableVirtualization={!isLong}
          hideFooter
          loading={busy && entries.length === 0}
        />
      </div>
    </Empty>
  );
});

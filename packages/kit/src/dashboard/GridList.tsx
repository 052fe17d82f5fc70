import classes from './DataGrid.module.css';
import type { DataGridProps, GridEntry } from './data-grid-types.ts';
import { GridCards } from './GridCards.tsx';
import { GridMenu, useGridView } from './GridMenu.tsx';
import { tableHeight, useWideScreen } from './grid-size.ts';
import type { GridTableProps } from './grid-table.tsx';
import { createPart, LazyPart } from './lazy-parts.tsx';

const table = createPart<GridTableProps>('list', async () => (await import('./grid-table.tsx')).GridTable);

/** The list of a DataGrid: from 1,100 px on a table, loaded with the first one; below that a card for each row. */
export function GridList(props: DataGridProps<GridEntry>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    rowName,
    sort,
    onSort,
    selected,
    onSelect,
    empty,
    busy = false,
    viewKey,
  } = props;
  const isWide = useWideScreen();
  const [view, setView] = useGridView(viewKey);
  const shown = columns.filter(({ key, rowHeader }) => rowHeader || !view.hidden.includes(key));
  return (
    <div className={classes.grid} aria-busy={busy || undefined}>
      <GridMenu columns={columns} view={view} onView={setView} sort={sort} onSort={onSort} asCards={!isWide} />
      {isWide ? (
        <LazyPart
          part={table}
          props={{
            caption,
            columns: shown.map(({ cell: _cell, brief: _brief, ...column }) => column),
            entries: rows,
            sort,
            onSort,
            selected,
            onSelect,
            empty,
            busy,
            density: view.density,
          }}
          height={tableHeight(rows.length)}
        />
      ) : (
        <GridCards
          caption={caption}
          columns={shown}
          rows={rows}
          rowKey={rowKey}
          rowName={rowName ?? rowKey}
          selected={selected}
          onSelect={onSelect}
          empty={empty}
        />
      )}
    </div>
  );
}

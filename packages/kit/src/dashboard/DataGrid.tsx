import classes from './DataGrid.module.css';
import type { DataGridProps } from './data-grid-types.ts';
import { GridCards } from './GridCards.tsx';
import { GridMenu } from './GridMenu.tsx';
import type { GridTableProps } from './grid-table.tsx';
import { useGridView } from './grid-view.ts';
import { createPart, LazyPart } from './lazy-part.tsx';
import { useWideScreen } from './wide-screen.ts';

const ROW = 44;
/** The room of a table before it comes, at most, in rows. */
const MOST_ROWS = 12;

const table = createPart<GridTableProps>('list', async () => (await import('./grid-table.tsx')).GridTable);

/**
 * A list to work in: rows that the server has sorted and filtered, chosen by their boxes, by columns that the person
 * picks. From 768 px on a table, loaded with the first one; below that a card for each row.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { caption, columns, rows, rowKey, sort, onSort, selected, onSelect, empty, busy = false, viewKey } = props;
  const isWide = useWideScreen();
  const [view, setView] = useGridView(viewKey);
  const shown = columns.filter(({ key, rowHeader }) => rowHeader || !view.hidden.includes(key));
  const entries = rows.map((row) => ({ id: rowKey(row), cells: new Map(shown.map((c) => [c.key, c.cell(row)])) }));
  return (
    <div className={classes.grid} aria-busy={busy || undefined}>
      <GridMenu columns={columns} view={view} onView={setView} sort={sort} onSort={onSort} asCards={!isWide} />
      {isWide ? (
        <LazyPart
          part={table}
          props={{
            caption,
            columns: shown.map(({ cell: _, ...column }) => column),
            entries,
            sort,
            onSort,
            selected,
            onSelect,
            empty,
            busy,
            density: view.density,
          }}
          height={ROW * (1 + Math.min(Math.max(rows.length, 3), MOST_ROWS))}
        />
      ) : (
        <GridCards
          caption={caption}
          columns={shown}
          rows={rows}
          rowKey={rowKey}
          selected={selected}
          onSelect={onSelect}
          empty={empty}
        />
      )}
    </div>
  );
}

import type { DataGridProps, GridEntry } from './data-grid-types.ts';
import { cardsHeight, tableHeight, useWideScreen } from './grid-size.ts';
import { createPart, LazyPart } from './lazy-parts.tsx';

/** The choices above the rows, in pixels. */
const MENU_HEIGHT = 60;

const list = createPart<DataGridProps<GridEntry>>('list', async () => (await import('./GridList.tsx')).GridList);

/**
 * A list to work in: rows that the server has sorted and filtered, chosen by their boxes, by columns that the person
 * picks. It loads with the first list.
 */
export function DataGrid<Row>({ columns, rows, rowKey, rowName = rowKey, ...rest }: DataGridProps<Row>) {
  const props: DataGridProps<GridEntry> = {
    ...rest,
    rows: rows.map((row) => ({
      id: rowKey(row),
      name: rowName(row),
      cells: new Map(columns.map(({ key, cell }) => [key, cell(row)])),
      briefs: new Map(columns.map(({ key, brief }) => [key, brief?.(row)])),
    })),
    rowKey: ({ id }) => id,
    rowName: ({ name }) => name,
    columns: columns.map((column) => ({
      ...column,
      cell: ({ cells }) => cells.get(column.key),
      brief: column.brief && (({ briefs }) => briefs.get(column.key)),
    })),
  };
  const height = useWideScreen() ? tableHeight(rows.length) : cardsHeight(rows.length);
  return <LazyPart part={list} props={props} height={MENU_HEIGHT + height} />;
}

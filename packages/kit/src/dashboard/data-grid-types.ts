import type { ReactNode } from 'react';

/** One column of a data grid. */
export interface GridColumn<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Its least width in pixels; 120 by default. */
  readonly width?: number;
  /** Whether its values are numbers, which stand at the right; a `size` does anyway. */
  readonly numeric?: boolean;
  /** Its share of the room that is left; 0 keeps it at `width`. 1 by default. */
  readonly grow?: number;
  /** Whether the server can order by it, and what it is when it is not words; false by default. */
  readonly sortable?: boolean | 'time' | 'size';
  /** The column that names its row, which cannot be hidden. */
  readonly rowHeader?: boolean;
  /** The column of the row's buttons; in a card they show when it is unfolded. */
  readonly actions?: boolean;
  /** In a card it shows when that is unfolded. */
  readonly folded?: boolean;
  /** What a card shows in place of the cell until it is unfolded. */
  readonly brief?: ((row: Row) => ReactNode) | undefined;
}

/** A row whose cells are drawn. */
export interface GridEntry {
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** By the key of their column. */
  readonly cells: ReadonlyMap<string, ReactNode>;
  /** What a card shows in place of some of them. */
  readonly briefs: ReadonlyMap<string, ReactNode>;
}

/** Properties of `DataGrid`. */
export interface DataGridProps<Row> {
  /** What the grid holds, spoken. */
  readonly caption: string;
  readonly columns: ReadonlyArray<GridColumn<Row>>;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** What people call a row, for the box that chooses it; its key by default. */
  readonly rowName?: ((row: Row) => string) | undefined;
  /** The key of the column that orders the rows, with a `-` before it for the other way round. */
  readonly sort?: string | undefined;
  /** Called with the order that is wanted; the rows come in order, the grid sorts nothing. */
  readonly onSort?: ((sort: string) => void) | undefined;
  /** The keys of the rows that are chosen. Without it no row can be. */
  readonly selected?: ReadonlySet<string> | undefined;
  readonly onSelect?: ((selected: ReadonlySet<string>) => void) | undefined;
  /** Shown in place of rows when there are none. */
  readonly empty?: ReactNode;
  /** Other rows are on their way. */
  readonly busy?: boolean | undefined;
  /** Names where the person's columns and density are kept in this browser, and has hidden columns in the address; without it they last as long as the page. */
  readonly viewKey?: string | undefined;
}

import { classNames } from '@cytocomm/kit';
import { DataGrid, type DataGridProps, type GridColumn, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { FilterBar, GridPages, type GridPagesProps, useChosen, useListState } from '@cytocomm/portal-api';
import { Fragment, type ReactNode } from 'react';
import { type ListFilter, SORT } from './list-filters.tsx';
import classes from './lists.module.css';

/** How many rows are asked for at once. */
export const PAGE_SIZE = 50;

/** A list as its address describes it. */
export interface ListView<Query> {
  readonly filters: readonly ListFilter<Query>[];
  /** What is chosen, by field; an empty text is no choice. */
  readonly values: Readonly<Record<string, string>>;
  readonly change: (changed: Readonly<Record<string, string>>) => void;
  /** The query without pages: that of an export. */
  readonly query: Partial<Query>;
  /** The query of a page. */
  readonly pageQuery: Partial<Query> & { readonly limit: number };
  /** Whether nothing is left out. */
  readonly isAll: boolean;
}

/** Returns the view of a list that its address describes. */
export function useListView<Query>(filters: readonly ListFilter<Query>[], rowsAtOnce = PAGE_SIZE): ListView<Query> {
  const readAll = (textOf: (field: string) => string | null | undefined) =>
    Object.fromEntries(filters.map(({ field, read }) => [field, read(textOf(field) ?? '')]));
  const [values, change] = useListState<Record<string, string>>({
    read: (fields) => readAll((field) => fields.get(field)),
    write: (state) => readAll((field) => state[field]),
  });
  const limit = useRowsAtOnce(rowsAtOnce);
  let query: Partial<Query> = {};
  for (const { field, query: part } of filters) query = { ...query, ...part(values[field] ?? '') };
  const isAll = filters.every(({ field }) => field === SORT || values[field] === '');
  return { filters, values, change, query, pageQuery: { limit, ...query }, isAll };
}

/** The search field and the filters of a list. */
export function ListFilters({ view: { filters, values, change } }: { readonly view: ListView<object> }) {
  return (
    <FilterBar>
      {filters.map(({ field, render }) => (
        <Fragment key={field}>{render?.(values[field] ?? '', (value) => change({ [field]: value }))}</Fragment>
      ))}
    </FilterBar>
  );
}

/** The rows that are chosen. */
export interface Selection<Row> {
  /** By their keys. */
  readonly chosen: ReadonlyMap<string, Row>;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

/** Creates a column: its key, the words above it, how it looks, and what a row has in it. */
export const column = <Row,>(
  key: string,
  header: string,
  look: Omit<GridColumn<Row>, 'key' | 'header' | 'cell'>,
  cell: (row: Row) => ReactNode,
): GridColumn<Row> => ({ ...look, key, header, cell });

/** Properties of {@link ResourceList}. */
export interface ResourceListProps<Row>
  extends Omit<GridPagesProps<Row>, 'children'>,
    Pick<DataGridProps<Row>, 'caption' | 'columns' | 'rowName' | 'viewKey'> {
  readonly view: ListView<object>;
  /** What tells a row from the others; its place by default, where no row can be chosen. */
  readonly rowKey?: (row: Row) => string;
  /** The sentence in place of rows when none are found. */
  readonly empty: ReactNode;
  /** Shown in place of the list when there is nothing at all. */
  readonly nothing?: ReactNode;
  /** How much of the list is shown. */
  readonly foot?: ReactNode;
  /** Renders what is done to the rows that are chosen; without it none can be. */
  readonly bulk?: (selection: Selection<Row>) => ReactNode;
}

/** A list that the server searches, filters and sorts, page after page: its filters, its rows, and what is done to several at once. */
export function ResourceList<Row>({
  view,
  caption,
  columns,
  rowKey,
  rowName,
  viewKey,
  empty,
  nothing,
  foot,
  bulk,
  ...pages
}: ResourceListProps<Row>) {
  const { chosen, selected, select: onSelect } = useChosen(pages.query, rowKey ?? String);
  const { filters, values, change, isAll } = view;
  const order = filters.find(({ field }) => field === SORT);
  return (
    <>
      <ListFilters view={view} />
      {bulk?.({ chosen, selected, onSelect })}
      <GridPages {...pages}>
        {(rows, busy) => {
          if (rows.length === 0 && isAll && !busy && nothing !== undefined) return nothing;
          const places = new Map(rows.map((row, place) => [row, String(place)]));
          return (
            <>
              <DataGrid
                caption={caption}
                columns={columns}
                rows={rows}
                rowKey={rowKey ?? ((row) => places.get(row) ?? '')}
                rowName={rowName}
                viewKey={viewKey}
                sort={values[SORT] || order?.initial}
                onSort={order && ((sort) => change({ [SORT]: sort }))}
                {...(bulk && { selected, onSelect })}
                empty={<div className={classes.none}>{empty}</div>}
                busy={busy}
              />
              {foot ? <p className={classNames('tabular', classes.foot)}>{foot}</p> : null}
            </>
          );
        }}
      </GridPages>
    </>
  );
}

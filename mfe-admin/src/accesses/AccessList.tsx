import type { DocumentAccess, DocumentAccessExportQuery } from '@cytocomm/contract';
import { ExactTime } from '@cytocomm/kit';
import { type GridColumn, TableSkeleton } from '@cytocomm/kit/dashboard';
import { choiceFilter, dayFilters, type ListFilter, sortFilter } from '../lists/list-filters.tsx';
import lists from '../lists/lists.module.css';
import { column, ResourceList, type ResourceListProps } from '../lists/ResourceList.tsx';

/** The filters of a list of accesses besides its search. */
export const accessFilters: readonly ListFilter<Omit<DocumentAccessExportQuery, 'by'>>[] = [
  ...dayFilters,
  choiceFilter(
    'action',
    {
      label: 'Action',
      className: lists.choice,
      all: 'Opened or downloaded',
      choices: [
        { value: 'opened', label: 'Opened' },
        { value: 'downloaded', label: 'Downloaded' },
      ],
      hideLabel: false,
    },
    (action) => ({ action }),
  ),
  sortFilter(['-at', 'at']),
];

type Access = Pick<DocumentAccess, 'action' | 'at' | 'from'>;

const columns: readonly GridColumn<Access>[] = [
  column('action', 'What', { grow: 0, width: 130 }, ({ action }) => action),
  column('at', 'When', { sortable: 'time', width: 190 }, ({ at }) => <ExactTime date={at} />),
  column('from', 'From', { width: 140 }, ({ from }) => from),
];

interface AccessListProps<Row extends Access> extends Pick<ResourceListProps<Row>, 'view' | 'query' | 'viewKey'> {
  /** What was opened, or by whom. */
  readonly firstColumn: GridColumn<Row>;
  /** Shown while nothing was opened at all. */
  readonly empty: string;
}

/** Who opened or downloaded what, and when, page after page, with its filters. */
export function AccessList<Row extends Access>({ firstColumn, empty, ...list }: AccessListProps<Row>) {
  return (
    <ResourceList
      {...list}
      pending={<TableSkeleton label="Loading accesses" columns={4} rows={4} />}
      failed="The accesses could not be loaded."
      caption="Accesses"
      columns={[firstColumn, ...columns]}
      empty={list.view.isAll ? empty : 'No accesses found.'}
    />
  );
}

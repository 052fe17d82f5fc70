import {
  addressOf,
  type DocumentAccess,
  exportDocumentAccesses,
  listDocumentAccesses,
  type SectionPlace,
} from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { ButtonLink, EmptyState, ExactTime } from '@cytocomm/kit';
import {
  DataGrid,
  type DataGridProps,
  type GridColumn,
  Panel,
  TableSkeleton,
  useRowsAtOnce,
} from '@cytocomm/kit/dashboard';
import {
  BackToList,
  ChoiceField,
  ExportLink,
  FilterBar,
  GridPages,
  pages,
  SearchField,
  useOpenedName,
} from '@cytocomm/portal-api';
import { confirmExport, DayFields } from '../lists/list-parts.tsx';
import classes from '../lists/lists.module.css';
import lists from '../lists/lists.module.css';
import { ReadersLine } from '../readers/ReadersLine.tsx';
import { ACTIONS, type AccessListState, accessSortOf, queryOf, useAccessListState } from './list-state.ts';

const columns: readonly GridColumn<DocumentAccess>[] = [
  {
    key: 'by',
    header: 'Who',
    rowHeader: true,
    grow: 2,
    cell: ({ by }) => <span className={lists.address}>{by ?? 'a visitor'}</span>,
  },
  { key: 'action', header: 'What', grow: 0, width: 130, cell: ({ action }) => action },
  { key: 'at', header: 'When', sortable: 'time', width: 190, cell: ({ at }) => <ExactTime date={at} /> },
  { key: 'from', header: 'From', width: 140, cell: ({ from }) => from },
];

/** Properties of {@link AccessTable}. */
interface AccessTableProps extends Pick<DataGridProps<DocumentAccess>, 'sort' | 'onSort' | 'busy'> {
  readonly accesses: readonly DocumentAccess[];
  /** Shown in place of accesses when there are none. */
  readonly empty: string;
}

/** Who opened or downloaded a document, and when. */
function AccessTable({ accesses, empty, ...grid }: AccessTableProps) {
  // Several visitors may come at the same moment.
  const numbered = accesses.map((access, place) => ({ ...access, place }));
  return (
    <DataGrid
      {...grid}
      caption="Accesses"
      columns={columns}
      rows={numbered}
      rowKey={({ place }) => String(place)}
      empty={<p className={lists.none}>{empty}</p>}
      viewKey="accesses"
    />
  );
}

/** Properties of {@link AccessFilters}. */
interface AccessFiltersProps {
  readonly state: AccessListState;
  readonly onChange: (changed: Partial<AccessListState>) => void;
}

/** The filters of the list: who, days, and what. */
function AccessFilters({ state, onChange }: AccessFiltersProps) {
  return (
    <FilterBar>
      <SearchField
        label="Who"
        maxLength={254}
        placeholder="Part of an e-mail"
        byWords
        value={state.by}
        onSearch={(by) => onChange({ by })}
      />
      <DayFields days={state} onChange={onChange} />
      <ChoiceField
        label="Action"
        className={classes.choice}
        value={state.action}
        all="Opened or downloaded"
        choices={ACTIONS}
        onChange={(action) => onChange({ action })}
      />
    </FilterBar>
  );
}

// Looked at seldom, and by then it has grown.
const { useInfiniteQuery: useAccessPages } = pages(listDocumentAccesses, { keepUnusedDataFor: 0 });

const PAGE_SIZE = 50;

/** Properties of {@link Accesses}. */
export interface AccessesProps {
  /** The id of the document. */
  readonly id: string;
  /** Where all documents are. */
  readonly place: SectionPlace;
}

/** Who opened or downloaded a document, and when: at an address of its own, with filters and a file of what is filtered. */
export function Accesses({ id, place }: AccessesProps) {
  const { path } = place;
  const [state, change] = useAccessListState();
  const query = queryOf(state);
  const pages = useAccessPages({ params: { id }, query: { limit: useRowsAtOnce(PAGE_SIZE), ...query } });
  const title = pages.data?.pages[0]?.title;
  const name = title === undefined ? 'Accesses' : `Accesses of “${title}”`;
  useOpenedName(place, name);
  const isAll = state.by === '' && state.action === undefined && state.from === '' && state.to === '';
  if (isApiProblem(pages.error) && pages.error.status === 404)
    return (
      <EmptyState title="There is no such document." action={<ButtonLink to={path}>All documents</ButtonLink>}>
        It may have been deleted: the bin keeps it for 30 days.
      </EmptyState>
    );
  return (
    <Panel
      title={name}
      lead="Who opened or downloaded the document. A visitor is not known by name or address."
      actions={
        <>
          <BackToList path={path}>All documents</BackToList>
          <ExportLink href={addressOf(exportDocumentAccesses, { id }, query)} onClick={confirmExport} />
        </>
      }
    >
      <ReadersLine id={id} path={path} />
      <AccessFilters state={state} onChange={change} />
      <GridPages
        query={pages}
        pending={<TableSkeleton label="Loading accesses" columns={4} rows={4} />}
        failed="The accesses could not be loaded."
      >
        {(accesses, busy) => (
          <AccessTable
            accesses={accesses}
            sort={state.sort}
            onSort={(sort) => change({ sort: accessSortOf(sort) })}
            empty={isAll ? 'Nobody has opened this document yet.' : 'No accesses found.'}
            busy={busy}
          />
        )}
      </GridPages>
    </Panel>
  );
}

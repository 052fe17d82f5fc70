import {
  type AcknowledgementExportQuery,
  type DocumentAcknowledgement,
  listAcknowledgements,
  listMissingAcknowledgements,
  type MissingAcknowledgement,
} from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { EmptyState, ExactTime, RelativeTime } from '@cytocomm/kit';
import { DataGrid, type DataGridProps, type GridColumn, TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { GridPages, pages } from '@cytocomm/portal-api';
import lists from '../lists/lists.module.css';

// Opened seldom, and outdated by the next time.
export const { useInfiniteQuery: useAcknowledgementPages } = pages(listAcknowledgements, { keepUnusedDataFor: 0 });
const { useInfiniteQuery: useMissingPages } = pages(listMissingAcknowledgements, { keepUnusedDataFor: 0 });

const PAGE_SIZE = 50;

const columns: readonly GridColumn<DocumentAcknowledgement>[] = [
  {
    key: 'email',
    header: 'Who',
    rowHeader: true,
    grow: 2,
    cell: ({ email }) => <span className={lists.address}>{email}</span>,
  },
  { key: 'name', header: 'Name given', cell: ({ name }) => <span className={lists.address}>{name}</span> },
  { key: 'revision', header: 'Revision', grow: 0, width: 110, cell: ({ revision = '–' }) => revision },
  { key: 'version', header: 'File', grow: 0, width: 110, cell: ({ version }) => `Version ${version}` },
  {
    key: 'acknowledgedAt',
    header: 'When',
    sortable: 'time',
    grow: 0,
    width: 240,
    cell: ({ acknowledgedAt }) => <ExactTime date={acknowledgedAt} />,
  },
];

interface GivenListProps extends Pick<DataGridProps<DocumentAcknowledgement>, 'sort' | 'onSort'> {
  /** The id of the document. */
  readonly id: string;
  readonly query: AcknowledgementExportQuery;
}

/** Who acknowledged a document, when, and by what name. */
export function GivenList({ id, query, sort, onSort }: GivenListProps) {
  const pages = useAcknowledgementPages({ params: { id }, query: { limit: useRowsAtOnce(PAGE_SIZE), ...query } });
  const none =
    query.search !== undefined
      ? 'No people found.'
      : query.file === 'earlier'
        ? 'No one acknowledged an earlier file.'
        : 'No one has acknowledged the current file yet.';
  return (
    <GridPages
      query={pages}
      pending={<TableSkeleton label="Loading acknowledgements" columns={5} rows={4} />}
      failed="The acknowledgements could not be loaded."
    >
      {(acknowledgements, busy) => (
        <DataGrid
          caption="Acknowledgements"
          columns={columns}
          rows={acknowledgements}
          rowKey={({ email, sha256, acknowledgedAt }) => `${email} ${sha256} ${acknowledgedAt}`}
          sort={sort}
          onSort={onSort}
          empty={<p className={lists.none}>{none}</p>}
          busy={busy}
          viewKey="acknowledgements"
        />
      )}
    </GridPages>
  );
}

const missingColumns: readonly GridColumn<MissingAcknowledgement>[] = [
  {
    key: 'email',
    header: 'Who',
    rowHeader: true,
    grow: 2,
    cell: ({ email }) => <span className={lists.address}>{email}</span>,
  },
  { key: 'name', header: 'Name', cell: ({ name }) => <span className={lists.address}>{name}</span> },
  { key: 'opened', header: 'Opened', grow: 0, width: 110, cell: ({ opened }) => (opened ? 'yes' : 'no') },
  {
    key: 'lastSignIn',
    header: 'Last sign-in',
    width: 160,
    cell: ({ lastSignInAt }) => (lastSignInAt === undefined ? 'never' : <RelativeTime date={lastSignInAt} />),
  },
];

interface MissingListProps {
  /** The id of the document. */
  readonly id: string;
  /** Whether the document has no readers at all. */
  readonly hasNoReaders: boolean;
}

/** Who has not acknowledged the current file of a document that is for them. */
export function MissingList({ id, hasNoReaders }: MissingListProps) {
  const pages = useMissingPages({ params: { id }, query: { limit: useRowsAtOnce(PAGE_SIZE) } });
  if (isApiProblem(pages.error) && pages.error.status === 409)
    return (
      <EmptyState title="This document needs no acknowledgement.">
        Only SOPs do, and none that are public: those are for everybody.
      </EmptyState>
    );
  return (
    <GridPages
      query={pages}
      pending={<TableSkeleton label="Loading people" columns={4} rows={4} />}
      failed="The people could not be loaded."
    >
      {(people, busy) => (
        <DataGrid
          caption="Who has not acknowledged it"
          columns={missingColumns}
          rows={people}
          rowKey={({ email }) => email}
          empty={
            <p className={lists.none}>
              {hasNoReaders ? 'It has no readers yet.' : 'All of its readers have acknowledged it.'}
            </p>
          }
          busy={busy}
          viewKey="missing-acknowledgements"
        />
      )}
    </GridPages>
  );
}

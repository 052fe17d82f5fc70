import {
  type AcknowledgementExportQuery,
  type DocumentAcknowledgement,
  listAcknowledgements,
  listMissingAcknowledgements,
  type MissingAcknowledgement,
} from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { EmptyState, ExactTime, RelativeTime } from '@cytocomm/kit';
import { type GridColumn, TableSkeleton } from '@cytocomm/kit/dashboard';
import { pages } from '@cytocomm/portal-api';
import lists from '../lists/lists.module.css';
import { column, ListFilters, type ListView, ResourceList } from '../lists/ResourceList.tsx';

// Opened seldom, and outdated by the next time.
export const { useInfiniteQuery: useAcknowledgementPages } = pages(listAcknowledgements, { keepUnusedDataFor: 0 });
const { useInfiniteQuery: useMissingPages } = pages(listMissingAcknowledgements, { keepUnusedDataFor: 0 });

const columns: readonly GridColumn<DocumentAcknowledgement>[] = [
  column('email', 'Who', { rowHeader: true, grow: 2 }, ({ email }) => <span className={lists.address}>{email}</span>),
  column('name', 'Name given', {}, ({ name }) => <span className={lists.address}>{name}</span>),
  column('revision', 'Revision', { grow: 0, width: 110 }, ({ revision = '–' }) => revision),
  column('version', 'File', { grow: 0, width: 110 }, ({ version }) => `Version ${version}`),
  column('acknowledgedAt', 'When', { sortable: 'time', grow: 0, width: 240 }, ({ acknowledgedAt }) => (
    <ExactTime date={acknowledgedAt} />
  )),
];

interface ListProps {
  /** The id of the document. */
  readonly id: string;
  readonly view: ListView<AcknowledgementExportQuery>;
}

/** Who acknowledged a document, when, and by what name. */
export function GivenList({ id, view }: ListProps) {
  const none =
    view.values.show === 'earlier'
      ? 'No one acknowledged an earlier file.'
      : 'No one has acknowledged the current file yet.';
  return (
    <ResourceList
      view={view}
      query={useAcknowledgementPages({ params: { id }, query: view.pageQuery })}
      pending={<TableSkeleton label="Loading acknowledgements" columns={5} rows={4} />}
      failed="The acknowledgements could not be loaded."
      caption="Acknowledgements"
      columns={columns}
      rowKey={({ email, sha256, acknowledgedAt }) => `${email} ${sha256} ${acknowledgedAt}`}
      empty={view.values.q === '' ? none : 'No people found.'}
      viewKey="acknowledgements"
    />
  );
}

const missingColumns: readonly GridColumn<MissingAcknowledgement>[] = [
  column('email', 'Who', { rowHeader: true, grow: 2 }, ({ email }) => <span className={lists.address}>{email}</span>),
  column('name', 'Name', {}, ({ name }) => <span className={lists.address}>{name}</span>),
  column('opened', 'Opened', { grow: 0, width: 110 }, ({ opened }) => (opened ? 'yes' : 'no')),
  column('lastSignIn', 'Last sign-in', { width: 160 }, ({ lastSignInAt }) =>
    lastSignInAt === undefined ? 'never' : <RelativeTime date={lastSignInAt} />,
  ),
];

interface MissingListProps extends ListProps {
  /** Whether the document has no readers at all. */
  readonly hasNoReaders: boolean;
}

/** Who has not acknowledged the current file of a document that is for them. */
export function MissingList({ id, view, hasNoReaders }: MissingListProps) {
  const pages = useMissingPages({ params: { id }, query: { limit: view.pageQuery.limit } });
  const filters = view.filters.filter(({ field }) => field === 'show');
  if (isApiProblem(pages.error) && pages.error.status === 409)
    return (
      <>
        <ListFilters view={{ ...view, filters }} />
        <EmptyState title="This document needs no acknowledgement.">
          Only SOPs do, and none that are public: those are for everybody.
        </EmptyState>
      </>
    );
  return (
    <ResourceList
      view={{ ...view, filters }}
      query={pages}
      pending={<TableSkeleton label="Loading people" columns={4} rows={4} />}
      failed="The people could not be loaded."
      caption="Who has not acknowledged it"
      columns={missingColumns}
      rowKey={({ email }) => email}
      empty={hasNoReaders ? 'It has no readers yet.' : 'All of its readers have acknowledged it.'}
      viewKey="missing-acknowledgements"
    />
  );
}

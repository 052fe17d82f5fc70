import {
  type AcknowledgementExportQuery,
  addressOf,
  type DocumentAcknowledgement,
  type DocumentReaders,
  exportAcknowledgements,
  listAcknowledgements,
  listMissingAcknowledgements,
  type MissingAcknowledgement,
} from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { EmptyState, ExactTime, RelativeTime } from '@cytocomm/kit';
import { type GridColumn, Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { ExportLink, pages, QueryFailure, useOpenedName } from '@cytocomm/portal-api';
import { BackToAccesses, type DocumentPageProps, isNotFound, NoSuchDocument } from '../documents/DocumentPage.tsx';
import { confirmExport } from '../lists/confirm-export.ts';
import { choiceFilter, type ListFilter, searchFilter, sortFilter } from '../lists/list-filters.tsx';
import classes from '../lists/lists.module.css';
import { column, ListFilters, type ListView, ResourceList, useListView } from '../lists/ResourceList.tsx';
import { readersIn, useDocumentReaders } from '../readers/NonReaders.tsx';

// Opened seldom, and outdated by the next time.
const { useInfiniteQuery: useAcknowledgementPages } = pages(listAcknowledgements, { keepUnusedDataFor: 0 });
const { useInfiniteQuery: useMissingPages } = pages(listMissingAcknowledgements, { keepUnusedDataFor: 0 });

const columns: readonly GridColumn<DocumentAcknowledgement>[] = [
  column('email', 'Who', { rowHeader: true, grow: 2 }, ({ email }) => <span className={classes.address}>{email}</span>),
  column('name', 'Name given', {}, ({ name }) => <span className={classes.address}>{name}</span>),
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
function GivenList({ id, view }: ListProps) {
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
  column('email', 'Who', { rowHeader: true, grow: 2 }, ({ email }) => <span className={classes.address}>{email}</span>),
  column('name', 'Name', {}, ({ name }) => <span className={classes.address}>{name}</span>),
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
function MissingList({ id, view, hasNoReaders }: MissingListProps) {
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

const filters: readonly ListFilter<AcknowledgementExportQuery>[] = [
  searchFilter(
    { label: 'Who', maxLength: 254, placeholder: 'Part of an e-mail or name', hideLabel: false },
    (search) => ({ search }),
  ),
  choiceFilter<'missing' | 'earlier', AcknowledgementExportQuery>(
    'show',
    {
      label: 'Show',
      className: classes.choice,
      all: 'Acknowledged',
      choices: [
        { value: 'missing', label: 'Not yet' },
        { value: 'earlier', label: 'Earlier files' },
      ],
      hideLabel: false,
    },
    (show) => ({ file: show === 'earlier' ? 'earlier' : 'current' }),
    { file: 'current' },
  ),
  sortFilter(['-acknowledgedAt', 'acknowledgedAt']),
];

const LEAD = 'When the file is replaced, everybody is asked again.';

/** Returns how many of a document's readers have acknowledged it, as far as that is known, and what happens when its file is replaced. */
function describeAcknowledged(readers: DocumentReaders | undefined): string {
  if (readers?.role == null || readers.acknowledged === undefined) return LEAD;
  const { acknowledged, people, more, role } = readers;
  if (people === 0) return `It has no readers yet. ${LEAD}`;
  const has = people === 1 ? 'has' : 'have';
  const count = acknowledged.toLocaleString('en-US');
  const sentence = more
    ? `At least ${count} of more than ${readersIn(role, people)} have acknowledged it.`
    : `${count} of ${readersIn(role, people)} ${has} acknowledged it.`;
  return `${sentence} ${LEAD}`;
}

/** Who acknowledged an SOP, when and by what name, and who has not: at an address of its own, with a file of what is shown. */
export function Acknowledgements({ id, place }: DocumentPageProps) {
  const { path } = place;
  const view = useListView(filters);
  const isMissing = view.values.show === 'missing';
  const named = useAcknowledgementPages({ params: { id }, query: { limit: 1 } });
  const readers = useDocumentReaders({ params: { id } });
  const title = named.data?.pages[0]?.title;
  const name = title === undefined ? 'Acknowledgements' : `Acknowledgements of “${title}”`;
  useOpenedName(place, name);
  if (isNotFound(named.error)) return <NoSuchDocument path={path} />;
  const back = <BackToAccesses id={id} path={path} />;
  if (title === undefined && named.error !== undefined)
    return (
      <Panel title={name} actions={back}>
        <QueryFailure
          title="The acknowledgements could not be loaded."
          error={named.error}
          onRetry={() => {
            void named.refetch();
            if (readers.error !== undefined) void readers.refetch();
          }}
          retrying={named.isFetching}
        />
      </Panel>
    );
  // Both at once: a second answer would move what the first one shows.
  if (title === undefined || (readers.data === undefined && !readers.error))
    return (
      <Panel title={name}>
        <TableSkeleton label="Loading acknowledgements" columns={5} rows={4} />
      </Panel>
    );
  return (
    <Panel
      title={name}
      lead={describeAcknowledged(readers.data)}
      actions={
        <>
          {back}
          {isMissing ? null : (
            <ExportLink href={addressOf(exportAcknowledgements, { id }, view.query)} onClick={confirmExport} />
          )}
        </>
      }
    >
      {isMissing ? (
        <MissingList id={id} view={view} hasNoReaders={readers.data?.people === 0} />
      ) : (
        <GivenList id={id} view={view} />
      )}
    </Panel>
  );
}

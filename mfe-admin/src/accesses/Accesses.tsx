import {
  addressOf,
  type DocumentAccess,
  type DocumentAccessExportQuery,
  exportDocumentAccesses,
  exportPersonAccesses,
  listDocumentAccesses,
  listPersonAccesses,
  type PersonAccess,
  type PersonAccessExportQuery,
  type SectionPlace,
} from '@cytocomm/contract';
import { ExactTime, Link, Tag } from '@cytocomm/kit';
import { type GridColumn, Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { BackToList, ExportLink, pages, useOpenedName } from '@cytocomm/portal-api';
import { type DocumentPageProps, isNotFound, NoSuchDocument } from '../documents/DocumentPage.tsx';
import { confirmExport } from '../lists/confirm-export.ts';
import { choiceFilter, dayFilters, type ListFilter, searchFilter, sortFilter } from '../lists/list-filters.tsx';
import lists from '../lists/lists.module.css';
import { column, ResourceList, type ResourceListProps, useListView } from '../lists/ResourceList.tsx';
import { ReadersLine } from '../readers/NonReaders.tsx';
import { SignInHistory } from '../users/SignInHistory.tsx';

/** The filters of a list of accesses besides its search. */
const accessFilters: readonly ListFilter<Omit<DocumentAccessExportQuery, 'by'>>[] = [
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
function AccessList<Row extends Access>({ firstColumn, empty, ...list }: AccessListProps<Row>) {
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

const DOCUMENTS = '/dashboard/admin/documents';

const what: GridColumn<PersonAccess> = column(
  'document',
  'Document',
  { rowHeader: true, grow: 2 },
  ({ documentId, title, deleted }) =>
    deleted ? (
      <span className={lists.address}>
        {title ?? 'A deleted document'} <Tag tone="amber">Deleted</Tag>
      </span>
    ) : (
      <Link className={lists.address} to={`${DOCUMENTS}/${documentId}/accesses`}>
        {title}
      </Link>
    ),
);

// Opened seldom, and outdated by the next time.
const { useInfiniteQuery: usePersonAccessPages } = pages(listPersonAccesses, { keepUnusedDataFor: 0 });

const personFilters: readonly ListFilter<PersonAccessExportQuery>[] = [
  searchFilter({ label: 'Document', maxLength: 200, placeholder: 'Part of a title', hideLabel: false }, (document) => ({
    document,
  })),
  ...accessFilters,
];

interface PersonAccessesProps {
  readonly email: string;
  /** Where all people are. */
  readonly place: SectionPlace;
}

/** What a person opened or downloaded, and when: at an address of its own, with filters and a file of what is filtered. */
export function PersonAccesses({ email, place }: PersonAccessesProps) {
  const view = useListView(personFilters);
  const pages = usePersonAccessPages({ params: { email }, query: view.pageQuery });
  const isGone = pages.data?.pages[0]?.name === null;
  const name = `Accesses of ${email}`;
  useOpenedName(place, name);
  return (
    <Panel
      title={name}
      lead={
        isGone
          ? 'No one has this address now. What was opened under it is kept for 400 days.'
          : 'What this person opened or downloaded in the last 400 days. Your look at it is recorded in the audit trail.'
      }
      actions={
        <>
          <BackToList path={place.path}>All users</BackToList>
          <SignInHistory email={email} label="Sign-ins" />
          <ExportLink href={addressOf(exportPersonAccesses, { email }, view.query)} onClick={confirmExport} />
        </>
      }
    >
      <AccessList
        view={view}
        query={pages}
        firstColumn={what}
        empty="No document was opened yet."
        viewKey="person-accesses"
      />
    </Panel>
  );
}

const who: GridColumn<DocumentAccess> = column('by', 'Who', { rowHeader: true, grow: 2 }, ({ by }) => (
  <span className={lists.address}>{by ?? 'a visitor'}</span>
));

// Opened seldom, and outdated by the next time.
const { useInfiniteQuery: useAccessPages } = pages(listDocumentAccesses, { keepUnusedDataFor: 0 });

const filters: readonly ListFilter<DocumentAccessExportQuery>[] = [
  searchFilter(
    { field: 'by', label: 'Who', maxLength: 254, placeholder: 'Part of an e-mail', hideLabel: false },
    (by) => ({ by }),
  ),
  ...accessFilters,
];

/** Who opened or downloaded a document, and when: at an address of its own, with filters and a file of what is filtered. */
export function Accesses({ id, place }: DocumentPageProps) {
  const { path } = place;
  const view = useListView(filters);
  const pages = useAccessPages({ params: { id }, query: view.pageQuery });
  const title = pages.data?.pages[0]?.title;
  const name = title === undefined ? 'Accesses' : `Accesses of “${title}”`;
  useOpenedName(place, name);
  if (isNotFound(pages.error)) return <NoSuchDocument path={path} />;
  return (
    <Panel
      title={name}
      lead="Who opened or downloaded the document. A visitor is not known by name or address."
      actions={
        <>
          <BackToList path={path}>All documents</BackToList>
          <ExportLink href={addressOf(exportDocumentAccesses, { id }, view.query)} onClick={confirmExport} />
        </>
      }
    >
      <ReadersLine id={id} path={path} />
      <AccessList
        view={view}
        query={pages}
        firstColumn={who}
        empty="No one has opened this document yet."
        viewKey="accesses"
      />
    </Panel>
  );
}

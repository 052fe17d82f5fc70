import {
  addressOf,
  exportPersonAccesses,
  listPersonAccesses,
  type PersonAccess,
  type PersonAccessExportQuery,
  type SectionPlace,
} from '@cytocomm/contract';
import { Link, Tag } from '@cytocomm/kit';
import { type GridColumn, Panel } from '@cytocomm/kit/dashboard';
import { BackToList, ExportLink, pages, useOpenedName } from '@cytocomm/portal-api';
import { confirmExport } from '../lists/confirm-export.ts';
import { type ListFilter, searchFilter } from '../lists/list-filters.tsx';
import lists from '../lists/lists.module.css';
import { column, useListView } from '../lists/ResourceList.tsx';
import { SignInHistory } from '../users/SignInHistory.tsx';
import { AccessList, accessFilters } from './AccessList.tsx';

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

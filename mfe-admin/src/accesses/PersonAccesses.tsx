import {
  addressOf,
  exportPersonAccesses,
  listPersonAccesses,
  type PersonAccess,
  type SectionPlace,
} from '@cytocomm/contract';
import { Link, Tag } from '@cytocomm/kit';
import { type GridColumn, Panel, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { BackToList, ExportLink, pages, useOpenedName } from '@cytocomm/portal-api';
import { confirmExport } from '../lists/confirm-export.ts';
import lists from '../lists/lists.module.css';
import { SignInHistory } from '../users/SignInHistory.tsx';
import { AccessList, useAccessList } from './AccessList.tsx';

const PAGE_SIZE = 50;
const DOCUMENTS = '/dashboard/admin/documents';

const what: GridColumn<PersonAccess> = {
  key: 'document',
  header: 'Document',
  rowHeader: true,
  grow: 2,
  cell: ({ documentId, title, deleted }) =>
    deleted ? (
      <span className={lists.address}>
        {title ?? 'A deleted document'} <Tag tone="amber">Deleted</Tag>
      </span>
    ) : (
      <Link className={lists.address} to={`${DOCUMENTS}/${documentId}/accesses`}>
        {title}
      </Link>
    ),
};

// Opened seldom, and outdated by the next time.
const { useInfiniteQuery: useAccessPages } = pages(listPersonAccesses, { keepUnusedDataFor: 0 });

interface PersonAccessesProps {
  readonly email: string;
  /** Where all people are. */
  readonly place: SectionPlace;
}

/** What a person opened or downloaded, and when: at an address of its own, with filters and a file of what is filtered. */
export function PersonAccesses({ email, place }: PersonAccessesProps) {
  const list = useAccessList('q', 200);
  const query = { ...(list.words !== undefined && { document: list.words }), ...list.filters };
  const pages = useAccessPages({ params: { email }, query: { limit: useRowsAtOnce(PAGE_SIZE), ...query } });
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
          <ExportLink href={addressOf(exportPersonAccesses, { email }, query)} onClick={confirmExport} />
        </>
      }
    >
      <AccessList
        list={list}
        query={pages}
        label="Document"
        placeholder="Part of a title"
        firstColumn={what}
        empty="No document was opened yet."
        viewKey="person-accesses"
      />
    </Panel>
  );
}

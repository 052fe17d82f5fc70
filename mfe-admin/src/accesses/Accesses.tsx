import {
  addressOf,
  type DocumentAccess,
  type DocumentAccessExportQuery,
  exportDocumentAccesses,
  listDocumentAccesses,
} from '@cytocomm/contract';
import { type GridColumn, Panel } from '@cytocomm/kit/dashboard';
import { BackToList, ExportLink, pages, useOpenedName } from '@cytocomm/portal-api';
import { type DocumentPageProps, isNotFound, NoSuchDocument } from '../documents/DocumentPage.tsx';
import { confirmExport } from '../lists/confirm-export.ts';
import { type ListFilter, searchFilter } from '../lists/list-filters.tsx';
import lists from '../lists/lists.module.css';
import { column, useListView } from '../lists/ResourceList.tsx';
import { ReadersLine } from '../readers/NonReaders.tsx';
import { AccessList, accessFilters } from './AccessList.tsx';

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

import { addressOf, exportDocumentAccesses, type SectionPlace } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { ButtonLink, EmptyState } from '@cytocomm/kit';
import { Panel, TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { BackToList, ExportLink, GridPages, useOpenedName } from '@cytocomm/portal-api';
import { confirmExport } from '../lists/confirm-export.ts';
import { ReadersLine } from '../readers/ReadersLine.tsx';
import { AccessFilters } from './AccessFilters.tsx';
import { AccessTable } from './AccessTable.tsx';
import { useAccessPages } from './access-api.ts';
import { accessSortOf, queryOf, useAccessListState } from './list-state.ts';

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

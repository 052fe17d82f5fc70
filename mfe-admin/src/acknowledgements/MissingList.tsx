import type { MissingAcknowledgement } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { EmptyState, RelativeTime } from '@cytocomm/kit';
import { DataGrid, type GridColumn, TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { GridPages } from '@cytocomm/portal-api';
import lists from '../lists/lists.module.css';
import { useMissingPages } from './acknowledgement-api.ts';

const PAGE_SIZE = 50;

const columns: readonly GridColumn<MissingAcknowledgement>[] = [
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

/** Properties of {@link MissingList}. */
export interface MissingListProps {
  /** The id of the document. */
  readonly id: string;
  /** Whether nobody at all is to read it. */
  readonly isForNobody: boolean;
}

/** Who has not acknowledged the current file of a document that is for them. */
export function MissingList({ id, isForNobody }: MissingListProps) {
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
          columns={columns}
          rows={people}
          rowKey={({ email }) => email}
          empty={
            <p className={lists.none}>
              {isForNobody ? 'Nobody is to read it yet.' : 'Everybody for whom it is has acknowledged it.'}
            </p>
          }
          busy={busy}
          viewKey="missing-acknowledgements"
        />
      )}
    </GridPages>
  );
}

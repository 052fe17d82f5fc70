import { addressOf, exportAudit } from '@cytocomm/contract';
import { ButtonLink } from '@cytocomm/kit';
import { Panel, TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { PagedList } from '@cytocomm/portal-api';
import { AuditFilters } from '../audit/AuditFilters.tsx';
import { AuditTable } from '../audit/AuditTable.tsx';
import { useAuditPages } from '../audit/audit-api.ts';
import { queryOf, useAuditListState } from '../audit/list-state.ts';
import { useGoingOn } from '../lists/use-going-on.ts';

const PAGE_SIZE = 50;

/** The audit trail: who did what, when and from where, with filters and a file of what is filtered. */
export default function Audit() {
  const [state, setState] = useAuditListState();
  const query = queryOf(state);
  return (
    <Panel
      title="Audit"
      lead="Who did what, newest first. Nothing can be changed or taken out here."
      actions={
        <ButtonLink variant="secondary" size="small" icon="download" href={addressOf(exportAudit, {}, query)} download>
          Export CSV
        </ButtonLink>
      }
    >
      <AuditFilters state={state} onChange={setState} />
      <Entries query={query} />
    </Panel>
  );
}

function Entries({ query }: { readonly query: ReturnType<typeof queryOf> }) {
  const { data, currentData, error, ...rest } = useAuditPages({ query: { limit: useRowsAtOnce(PAGE_SIZE), ...query } });
  // After a failure the entries of the filter before would pass for the answer.
  const shown = error ? currentData : data;
  const pages = { data: shown, error, ...rest };
  const isNothingYet = useGoingOn(pages);
  const pending = <TableSkeleton label="Loading the audit trail" columns={6} rows={8} />;
  if (isNothingYet) return pending;
  return (
    <PagedList query={pages} pending={pending} failed="The audit trail could not be loaded.">
      {(entries) => <AuditTable entries={entries} busy={currentData === undefined && rest.isFetching} />}
    </PagedList>
  );
}

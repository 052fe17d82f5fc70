import { addressOf, exportAudit } from '@cytocomm/contract';
import { ExactTime } from '@cytocomm/kit';
import { Panel, TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { ExportLink, GridPages } from '@cytocomm/portal-api';
import { AuditFilters } from '../audit/AuditFilters.tsx';
import { AuditTable } from '../audit/AuditTable.tsx';
import { useAuditPages } from '../audit/audit-api.ts';
import { type AuditListState, auditSortOf, queryOf, useAuditListState } from '../audit/list-state.ts';
import { confirmExport } from '../lists/confirm-export.ts';

const PAGE_SIZE = 50;

/** The audit trail: who did what, when and from where, with filters and a file of what is filtered. */
export default function Audit() {
  const [state, setState] = useAuditListState();
  const query = queryOf(state);
  return (
    <Panel
      title="Audit"
      lead="Who did what. Nothing can be changed or taken out here."
      actions={<ExportLink href={addressOf(exportAudit, {}, query)} onClick={confirmExport} />}
    >
      <AuditFilters state={state} onChange={setState} />
      <Entries state={state} onChange={setState} />
    </Panel>
  );
}

interface EntriesProps {
  readonly state: AuditListState;
  readonly onChange: (changed: Partial<AuditListState>) => void;
}

function Entries({ state, onChange }: EntriesProps) {
  const pages = useAuditPages({ query: { limit: useRowsAtOnce(PAGE_SIZE), ...queryOf(state) } });
  const lookedTo = pages.data?.pages.at(-1)?.lookedTo ?? undefined;
  return (
    <GridPages
      query={pages}
      lookedTo={
        lookedTo === undefined ? undefined : (
          <>
            Looked through as far as <ExactTime date={lookedTo} />.
          </>
        )
      }
      pending={<TableSkeleton label="Loading the audit trail" columns={6} rows={8} />}
      failed="The audit trail could not be loaded."
    >
      {(entries, busy) => (
        <AuditTable
          entries={entries}
          sort={state.sort}
          onSort={(sort) => onChange({ sort: auditSortOf(sort) })}
          busy={busy}
        />
      )}
    </GridPages>
  );
}

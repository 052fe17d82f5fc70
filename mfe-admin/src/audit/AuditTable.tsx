import { AUDIT_ACTIONS, type AuditEntry, isOperatorsAction } from '@cytocomm/contract';
import { ExactTime } from '@cytocomm/kit';
import { DataGrid, type GridColumn } from '@cytocomm/kit/dashboard';
import classes from './audit.module.css';

/** Returns who did it: an entry without an actor is an operator's, or the person's own. */
const actorOf = ({ actor, action, subject }: AuditEntry) =>
  actor ?? (isOperatorsAction(action) ? 'An operator' : subject);

const detailOf = ({ detail }: AuditEntry) =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

const cut = (text: string) => (
  <span className={classes.cut} title={text}>
    {text}
  </span>
);

const columns: readonly GridColumn<AuditEntry>[] = [
  {
    key: 'action',
    header: 'What',
    rowHeader: true,
    width: 180,
    grow: 2,
    cell: ({ action }) => cut(AUDIT_ACTIONS[action] ?? action),
  },
  { key: 'actor', header: 'Who', width: 150, grow: 2, cell: (entry) => cut(actorOf(entry)) },
  { key: 'subject', header: 'Concerns', width: 150, grow: 2, cell: ({ subject }) => cut(subject) },
  { key: 'at', header: 'When', width: 200, grow: 0, cell: ({ at }) => <ExactTime date={at} /> },
  { key: 'detail', header: 'Detail', grow: 2, cell: (entry) => cut(detailOf(entry)) },
  { key: 'from', header: 'From', width: 110, grow: 0, cell: ({ from }) => cut(from) },
];

/** Properties of {@link AuditTable}. */
export interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  /** Other entries are on their way. */
  readonly busy: boolean;
}

/** Entries of the audit trail, newest first. */
export function AuditTable({ entries, busy }: AuditTableProps) {
  return (
    <DataGrid
      caption="Audit trail"
      columns={columns}
      rows={entries}
      rowKey={({ seq }) => String(seq)}
      busy={busy}
      empty={<p className={classes.empty}>No entries found.</p>}
      viewKey="audit"
    />
  );
}

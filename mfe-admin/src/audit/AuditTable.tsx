import { AUDIT_ACTIONS, type AuditEntry, isOperatorsAction } from '@cytocomm/contract';
import { ExactTime } from '@cytocomm/kit';
import { DataGrid, type GridColumn } from '@cytocomm/kit/dashboard';
import { EmailWords } from '../lists/EmailWords.tsx';
import classes from './audit.module.css';

/** Returns who did it: an entry without an actor is an operator's, or the person's own. */
const actorOf = ({ actor, action, subject }: AuditEntry) =>
  actor ?? (isOperatorsAction(action) ? 'An operator' : subject);

const detailOf = ({ detail }: AuditEntry) =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

const columns: readonly GridColumn<AuditEntry>[] = [
  {
    key: 'action',
    header: 'What',
    rowHeader: true,
    width: 180,
    grow: 2,
    cell: ({ action }) => AUDIT_ACTIONS[action] ?? action,
  },
  { key: 'actor', header: 'Who', width: 150, grow: 2, cell: (entry) => <EmailWords email={actorOf(entry)} /> },
  { key: 'subject', header: 'Concerns', width: 150, grow: 2, cell: ({ subject }) => <EmailWords email={subject} /> },
  {
    key: 'at',
    header: 'When',
    width: 190,
    grow: 0,
    cell: ({ at }) => <ExactTime date={at} className={classes.meta} />,
  },
  {
    key: 'detail',
    header: 'Detail',
    grow: 2,
    cell: (entry) => <span className={classes.meta}>{detailOf(entry)}</span>,
  },
  {
    key: 'from',
    header: 'From',
    width: 124,
    grow: 0,
    cell: ({ from }) => <span className={classes.meta}>{from}</span>,
  },
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

import { AUDIT_ACTIONS, type AuditEntry, isOperatorsAction } from '@cytocomm/contract';
import { Button, ExactTime } from '@cytocomm/kit';
import { DataGrid, type GridColumn } from '@cytocomm/kit/dashboard';
import { useState } from 'react';
import { EmailWords } from '../lists/EmailWords.tsx';
import classes from './audit.module.css';

/** Returns who did it: an entry without an actor is an operator's, or the person's own. */
const actorOf = ({ actor, action, subject }: AuditEntry) =>
  actor ?? (isOperatorsAction(action) ? 'An operator' : subject);

const detailOf = ({ detail }: AuditEntry) =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

/** So much of a detail is shown at first, in characters. */
const SHOWN = 120;

function Detail({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= SHOWN) return <span className={classes.meta}>{text}</span>;
  return (
    <span className={classes.meta}>
      {isWhole ? text : `${text.slice(0, SHOWN)}…`}{' '}
      <Button variant="quiet" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? 'Less' : 'More'}
      </Button>
    </span>
  );
}

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
    cell: (entry) => <Detail text={detailOf(entry)} />,
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

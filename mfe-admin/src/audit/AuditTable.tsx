import { AUDIT_ACTIONS, type AuditEntry, isOperatorsAction } from '@cytocomm/contract';
import { Button, ExactTime } from '@cytocomm/kit';
import { DataGrid, type DataGridProps, EmailWords, type GridColumn } from '@cytocomm/kit/dashboard';
import { useState } from 'react';
import classes from './audit.module.css';

/** Returns who did it: an entry without an actor is an operator's, or the person's own. */
const actorOf = ({ actor, action, subject }: AuditEntry) =>
  actor ?? (isOperatorsAction(action) ? 'An operator' : subject);

const detailOf = ({ detail }: AuditEntry) =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

/** How much of a long text is shown at first, in characters. */
interface Shown {
  /** A text of at most so many is shown whole. */
  readonly whole: number;
  /** So many of a longer one. */
  readonly beginning: number;
}

/** An e-mail is seldom longer; a hash is. */
const NAME: Shown = { whole: 60, beginning: 18 };
const DETAIL: Shown = { whole: 120, beginning: 72 };

function Long({ text, shown }: { readonly text: string; readonly shown: Shown }) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= shown.whole)
    return (
      <span className={classes.meta}>
        <EmailWords email={text} />
      </span>
    );
  return (
    <span className={classes.meta}>
      {isWhole ? text : `${text.slice(0, shown.beginning)}…`}{' '}
      <Button
        variant="quiet"
        size="small"
        aria-expanded={isWhole}
        className={classes.more}
        onClick={() => setWhole(!isWhole)}
      >
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
    width: 200,
    grow: 0,
    cell: ({ action }) => AUDIT_ACTIONS[action] ?? action,
  },
  { key: 'actor', header: 'Who', width: 160, cell: (entry) => <Long text={actorOf(entry)} shown={NAME} /> },
  { key: 'subject', header: 'Concerns', width: 170, cell: ({ subject }) => <Long text={subject} shown={NAME} /> },
  {
    key: 'at',
    header: 'When',
    sortable: 'time',
    width: 220,
    grow: 0,
    cell: ({ at }) => <ExactTime date={at} className={classes.meta} />,
  },
  {
    key: 'detail',
    header: 'Detail',
    width: 180,
    grow: 2,
    cell: (entry) => {
      const text = detailOf(entry);
      return text === '' ? '' : <Long text={text} shown={DETAIL} />;
    },
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
export interface AuditTableProps extends Pick<DataGridProps<AuditEntry>, 'sort' | 'onSort' | 'busy'> {
  readonly entries: readonly AuditEntry[];
}

/** Entries of the audit trail. */
export function AuditTable({ entries, ...grid }: AuditTableProps) {
  return (
    <DataGrid
      {...grid}
      caption="Audit trail"
      columns={columns}
      rows={entries}
      rowKey={({ seq }) => String(seq)}
      empty={<p className={classes.empty}>No entries found.</p>}
      viewKey="audit"
    />
  );
}

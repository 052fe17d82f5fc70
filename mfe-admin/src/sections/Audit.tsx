import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditEntry,
  type AuditExportQuery,
  type AuditSort,
  addressOf,
  exportAudit,
  isOperatorsAction,
  listAudit,
} from '@cytocomm/contract';
import { Button, ExactTime } from '@cytocomm/kit';
import { EmailWords, type GridColumn, Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { choicesIn, ExportLink, pages } from '@cytocomm/portal-api';
import { useState } from 'react';
import styles from '../audit/audit.module.css';
import { confirmExport } from '../lists/confirm-export.ts';
import { choiceFilter, dayFilters, type ListFilter, searchFilter, sortFilter } from '../lists/list-filters.tsx';
import classes from '../lists/lists.module.css';
import { column, ResourceList, useListView } from '../lists/ResourceList.tsx';

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
      <span className={styles.meta}>
        <EmailWords email={text} />
      </span>
    );
  return (
    <span className={styles.meta}>
      {isWhole ? text : `${text.slice(0, shown.beginning)}…`}{' '}
      <Button
        variant="quiet"
        size="small"
        aria-expanded={isWhole}
        className={styles.more}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? 'Less' : 'More'}
      </Button>
    </span>
  );
}

const columns: readonly GridColumn<AuditEntry>[] = [
  column('action', 'What', { rowHeader: true, width: 200, grow: 0 }, ({ action }) => AUDIT_ACTIONS[action] ?? action),
  column('actor', 'Who', { width: 160 }, (entry) => <Long text={actorOf(entry)} shown={NAME} />),
  column('subject', 'Concerns', { width: 170 }, ({ subject }) => <Long text={subject} shown={NAME} />),
  column('at', 'When', { sortable: 'time', width: 220, grow: 0 }, ({ at }) => (
    <ExactTime date={at} className={styles.meta} />
  )),
  column('detail', 'Detail', { width: 180, grow: 2 }, (entry) => {
    const text = detailOf(entry);
    return text === '' ? '' : <Long text={text} shown={DETAIL} />;
  }),
  column('from', 'From', { width: 124, grow: 0 }, ({ from }) => <span className={styles.meta}>{from}</span>),
];

const filters: readonly ListFilter<AuditExportQuery>[] = [
  searchFilter(
    {
      field: 'actor',
      label: 'Done by',
      maxLength: 300,
      placeholder: 'Start of e-mail',
      byWords: false,
      className: classes.choice,
      hideLabel: false,
    },
    (actor) => ({ actor }),
  ),
  choiceFilter(
    'action',
    {
      label: 'Action',
      className: classes.choice,
      all: 'All actions',
      choices: choicesIn<AuditAction>(AUDIT_ACTIONS),
      hideLabel: false,
    },
    (action) => ({ action }),
  ),
  searchFilter(
    {
      field: 'subject',
      label: 'About',
      maxLength: 300,
      placeholder: 'Start of e-mail or id',
      byWords: false,
      hideLabel: false,
    },
    (subject) => ({ subject }),
  ),
  ...dayFilters,
  sortFilter<AuditSort>(['-at', 'at']),
];

const { useInfiniteQuery: useAuditPages } = pages(listAudit, { tags: ['Operations'] });

/** The audit trail: who did what, when and from where, with filters and a file of what is filtered. */
export default function Audit() {
  const view = useListView(filters);
  const query = useAuditPages({ query: view.pageQuery });
  const lookedTo = query.data?.pages.at(-1)?.lookedTo;
  return (
    <Panel
      title="Audit"
      lead="Who did what. Nothing can be changed or taken out here."
      actions={<ExportLink href={addressOf(exportAudit, {}, view.query)} onClick={confirmExport} />}
    >
      <ResourceList
        view={view}
        query={query}
        lookedTo={
          lookedTo && (
            <>
              Looked through as far as <ExactTime date={lookedTo} />.
            </>
          )
        }
        pending={<TableSkeleton label="Loading the audit trail" columns={6} rows={8} />}
        failed="The audit trail could not be loaded."
        caption="Audit trail"
        columns={columns}
        rowKey={({ id }) => id}
        empty="No entries found."
        viewKey="audit"
      />
    </Panel>
  );
}

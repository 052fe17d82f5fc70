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
import {
  DataGrid,
  type DataGridProps,
  EmailWords,
  type GridColumn,
  Panel,
  TableSkeleton,
  useRowsAtOnce,
} from '@cytocomm/kit/dashboard';
import {
  ChoiceField,
  choiceNamed,
  choicesIn,
  ExportLink,
  FilterBar,
  GridPages,
  pages,
  SearchField,
  useListState,
} from '@cytocomm/portal-api';
import { useState } from 'react';
import styles from '../audit/audit.module.css';
import { confirmExport } from '../lists/confirm-export.ts';
import { DayFields, type Days, dayOf, momentsOf } from '../lists/DayFields.tsx';
import classes from '../lists/lists.module.css';

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
    cell: ({ at }) => <ExactTime date={at} className={styles.meta} />,
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
    cell: ({ from }) => <span className={styles.meta}>{from}</span>,
  },
];

interface AuditTableProps extends Pick<DataGridProps<AuditEntry>, 'sort' | 'onSort' | 'busy'> {
  readonly entries: readonly AuditEntry[];
}

/** Entries of the audit trail. */
function AuditTable({ entries, ...grid }: AuditTableProps) {
  return (
    <DataGrid
      {...grid}
      caption="Audit trail"
      columns={columns}
      rows={entries}
      rowKey={({ seq }) => String(seq)}
      empty={<p className={styles.empty}>No entries found.</p>}
      viewKey="audit"
    />
  );
}

/** Which entries are shown, as the address holds it; an empty text is no choice. */
interface AuditListState extends Days {
  /** How the e-mail of who did it begins. */
  readonly actor: string;
  /** How the e-mail or id of what it concerns begins. */
  readonly subject: string;
  readonly action: AuditAction | undefined;
  readonly sort: AuditSort;
}

const NEWEST: AuditSort = '-at';

/** Returns the order that a grid asks for, if the list has it. */
const auditSortOf = (sort: string | null): AuditSort => (sort === 'at' ? 'at' : NEWEST);

/** All actions, in the order of their words. */
const ACTIONS = choicesIn<AuditAction>(AUDIT_ACTIONS);

function read(fields: URLSearchParams): AuditListState {
  const textOf = (name: string) => (fields.get(name) ?? '').trim().slice(0, 300);
  return {
    actor: textOf('actor'),
    subject: textOf('subject'),
    action: choiceNamed(ACTIONS, fields.get('action')),
    from: dayOf(fields.get('from')),
    to: dayOf(fields.get('to')),
    sort: auditSortOf(fields.get('sort')),
  };
}

const write = ({ action, sort, ...texts }: AuditListState) => ({
  ...texts,
  action: action ?? '',
  sort: sort === NEWEST ? '' : sort,
});

/** Returns which entries are shown, and what changes it. */
const useAuditListState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
function queryOf({ actor, subject, action, sort, ...days }: AuditListState): AuditExportQuery {
  return {
    ...(actor !== '' && { actor }),
    ...(subject !== '' && { subject }),
    ...(action !== undefined && { action }),
    ...(sort !== NEWEST && { sort }),
    ...momentsOf(days),
  };
}

interface AuditFiltersProps {
  readonly state: AuditListState;
  readonly onChange: (changed: Partial<AuditListState>) => void;
}

/** The filters of the audit trail: who, what, whom it concerns, and days. */
function AuditFilters({ state, onChange }: AuditFiltersProps) {
  return (
    <FilterBar>
      <SearchField
        label="Done by"
        maxLength={300}
        placeholder="Start of e-mail"
        value={state.actor}
        className={classes.choice}
        onSearch={(actor) => onChange({ actor })}
      />
      <ChoiceField
        label="Action"
        className={classes.choice}
        value={state.action}
        all="All actions"
        choices={ACTIONS}
        onChange={(action) => onChange({ action })}
      />
      <SearchField
        label="About"
        maxLength={300}
        placeholder="Start of e-mail or id"
        value={state.subject}
        onSearch={(subject) => onChange({ subject })}
      />
      <DayFields days={state} onChange={onChange} />
    </FilterBar>
  );
}

const { useInfiniteQuery: useAuditPages } = pages(listAudit, { tags: ['Operations'] });

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

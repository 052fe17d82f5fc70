import {
  addressOf,
  exportPersonAccesses,
  type PersonAccess,
  type PersonAccessExportQuery,
  type SectionPlace,
  searchedWords,
} from '@cytocomm/contract';
import { ExactTime, Link, Tag } from '@cytocomm/kit';
import { DataGrid, type GridColumn, Panel, TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import {
  BackToList,
  ChoiceField,
  choiceNamed,
  ExportLink,
  FilterBar,
  GridPages,
  SearchField,
  useListState,
  useOpenedName,
} from '@cytocomm/portal-api';
import { ACTIONS, accessSortOf } from './list-state.ts';
import { confirmExport, DayFields, type Days, dayOf, momentsOf } from '../lists/list-parts.tsx';
import lists from '../lists/lists.module.css';
import { SignInHistory } from '../users/SignInHistory.tsx';
import { usePersonAccessPages } from '../readers/ReadersLine.tsx';
import classes from '../readers/readers.module.css';

/** Which accesses of a person are shown, as the address holds it; an empty text is no choice. */
interface PersonAccessState extends Days {
  /** Parts of the title. */
  readonly document: string;
  readonly action: PersonAccessExportQuery['action'];
  readonly sort: ReturnType<typeof accessSortOf>;
}

const read = (fields: URLSearchParams): PersonAccessState => ({
  document: (fields.get('q') ?? '').trim().slice(0, 200),
  action: choiceNamed(ACTIONS, fields.get('action')),
  from: dayOf(fields.get('from')),
  to: dayOf(fields.get('to')),
  sort: accessSortOf(fields.get('sort')),
});

const write = ({ document, sort, action, ...days }: PersonAccessState) => ({
  q: document,
  ...days,
  action: action ?? '',
  sort: sort === '-at' ? '' : sort,
});

/** Returns which accesses are shown, and what changes it. */
const usePersonAccessState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
function queryOf({ document, action, sort, ...days }: PersonAccessState): PersonAccessExportQuery {
  return {
    ...(document !== '' && { document: searchedWords(document) }),
    ...(action !== undefined && { action }),
    ...(sort !== '-at' && { sort }),
    ...momentsOf(days),
  };
}

const PAGE_SIZE = 50;
const DOCUMENTS = '/dashboard/admin/documents';

const columns: readonly GridColumn<PersonAccess & { readonly place: number }>[] = [
  {
    key: 'document',
    header: 'Document',
    rowHeader: true,
    grow: 2,
    cell: ({ documentId, title, deleted }) =>
      deleted ? (
        <span className={classes.document}>
          {title ?? 'A deleted document'} <Tag tone="amber">Deleted</Tag>
        </span>
      ) : (
        <Link className={classes.document} to={`${DOCUMENTS}/${documentId}/accesses`}>
          {title}
        </Link>
      ),
  },
  { key: 'action', header: 'What', grow: 0, width: 130, cell: ({ action }) => action },
  { key: 'at', header: 'When', sortable: 'time', width: 190, cell: ({ at }) => <ExactTime date={at} /> },
  { key: 'from', header: 'From', width: 140, cell: ({ from }) => from },
];

/** Properties of {@link PersonAccesses}. */
export interface PersonAccessesProps {
  readonly email: string;
  /** Where all people are. */
  readonly place: SectionPlace;
}

/** What a person opened or downloaded, and when: at an address of its own, with filters and a file of what is filtered. */
export function PersonAccesses({ email, place }: PersonAccessesProps) {
  const [state, change] = usePersonAccessState();
  const query = queryOf(state);
  const pages = usePersonAccessPages({ params: { email }, query: { limit: useRowsAtOnce(PAGE_SIZE), ...query } });
  const isGone = pages.data?.pages[0]?.name === null;
  const name = `Accesses of ${email}`;
  useOpenedName(place, name);
  const isAll = state.document === '' && state.action === undefined && state.from === '' && state.to === '';
  return (
    <Panel
      title={name}
      lead={
        isGone
          ? 'Nobody has this address now. What was opened under it is kept for 400 days.'
          : 'What this person opened or downloaded in the last 400 days. Your look at it is recorded in the audit trail.'
      }
      actions={
        <>
          <BackToList path={place.path}>All users</BackToList>
          <SignInHistory email={email} label="Sign-ins" />
          <ExportLink href={addressOf(exportPersonAccesses, { email }, query)} onClick={confirmExport} />
        </>
      }
    >
      <FilterBar>
        <SearchField
          label="Document"
          byWords
          maxLength={200}
          placeholder="Part of a title"
          value={state.document}
          onSearch={(document) => change({ document })}
        />
        <DayFields days={state} onChange={change} />
        <ChoiceField
          label="Action"
          className={lists.choice}
          value={state.action}
          all="Opened or downloaded"
          choices={ACTIONS}
          onChange={(action) => change({ action })}
        />
      </FilterBar>
      <GridPages
        query={pages}
        pending={<TableSkeleton label="Loading accesses" columns={4} rows={4} />}
        failed="The accesses could not be loaded."
      >
        {(accesses, busy) => (
          <DataGrid
            caption="Accesses"
            columns={columns}
            rows={accesses.map((access, row) => ({ ...access, place: row }))}
            rowKey={({ place: row }) => String(row)}
            sort={state.sort}
            onSort={(sort) => change({ sort: accessSortOf(sort) })}
            empty={<p className={lists.none}>{isAll ? 'No document was opened yet.' : 'No accesses found.'}</p>}
            busy={busy}
            viewKey="person-accesses"
          />
        )}
      </GridPages>
    </Panel>
  );
}

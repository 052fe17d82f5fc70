import { type DocumentAccess, type DocumentAccessExportQuery, searchedWords } from '@cytocomm/contract';
import { ExactTime } from '@cytocomm/kit';
import { DataGrid, type GridColumn, TableSkeleton } from '@cytocomm/kit/dashboard';
import {
  type Choice,
  ChoiceField,
  choiceNamed,
  FilterBar,
  GridPages,
  type GridPagesProps,
  SearchField,
  type SearchFieldProps,
  useListState,
} from '@cytocomm/portal-api';
import { DayFields, type Days, dayOf, momentsOf } from '../lists/DayFields.tsx';
import classes from '../lists/lists.module.css';

type Action = DocumentAccess['action'];
type Sort = NonNullable<DocumentAccessExportQuery['sort']>;

/** The accesses that are listed, as the address says; an empty text is no choice. */
interface AccessListState extends Days {
  readonly text: string;
  readonly action: Action | undefined;
  readonly sort: Sort;
}

const NEWEST: Sort = '-at';
const sortOf = (sort: string | null): Sort => (sort === 'at' ? 'at' : NEWEST);

const ACTIONS: readonly Choice<Action>[] = [
  { value: 'opened', label: 'Opened' },
  { value: 'downloaded', label: 'Downloaded' },
];

/** Returns the state of a list of accesses, what changes it, and its query; the address calls the searched text `field`. */
export function useAccessList(field: string, maxLength: number) {
  const [state, change] = useListState<AccessListState>({
    read: (fields) => ({
      text: (fields.get(field) ?? '').trim().slice(0, maxLength),
      action: choiceNamed(ACTIONS, fields.get('action')),
      from: dayOf(fields.get('from')),
      to: dayOf(fields.get('to')),
      sort: sortOf(fields.get('sort')),
    }),
    write: ({ text, action, sort, ...days }) => ({
      [field]: text,
      ...days,
      action: action ?? '',
      sort: sort === NEWEST ? '' : sort,
    }),
  });
  const { text, action, sort, ...days } = state;
  const filters = {
    ...(action !== undefined && { action }),
    ...(sort !== NEWEST && { sort }),
    ...momentsOf(days),
  };
  const isAll = text === '' && action === undefined && days.from === '' && days.to === '';
  return { state, change, words: text === '' ? undefined : searchedWords(text), filters, isAll, maxLength };
}

type Access = Pick<DocumentAccess, 'action' | 'at' | 'from'>;

const columns: readonly GridColumn<Access>[] = [
  { key: 'action', header: 'What', grow: 0, width: 130, cell: ({ action }) => action },
  { key: 'at', header: 'When', sortable: 'time', width: 190, cell: ({ at }) => <ExactTime date={at} /> },
  { key: 'from', header: 'From', width: 140, cell: ({ from }) => from },
];

interface AccessListProps<Row extends Access>
  extends Pick<GridPagesProps<Row>, 'query'>,
    Pick<SearchFieldProps, 'label' | 'placeholder'> {
  readonly list: ReturnType<typeof useAccessList>;
  /** What was opened, or by whom. */
  readonly firstColumn: GridColumn<Row>;
  /** Shown while nothing was opened at all. */
  readonly empty: string;
  readonly viewKey: string;
}

/** Who opened or downloaded what, and when, page after page, with its filters. */
export function AccessList<Row extends Access>({
  list: { state, change, isAll, maxLength },
  query,
  firstColumn,
  empty,
  viewKey,
  ...search
}: AccessListProps<Row>) {
  return (
    <>
      <FilterBar>
        <SearchField
          {...search}
          byWords
          maxLength={maxLength}
          value={state.text}
          onSearch={(text) => change({ text })}
        />
        <DayFields days={state} onChange={change} />
        <ChoiceField
          label="Action"
          className={classes.choice}
          value={state.action}
          all="Opened or downloaded"
          choices={ACTIONS}
          onChange={(action) => change({ action })}
        />
      </FilterBar>
      <GridPages
        query={query}
        pending={<TableSkeleton label="Loading accesses" columns={4} rows={4} />}
        failed="The accesses could not be loaded."
      >
        {(accesses, busy) => (
          <DataGrid
            caption="Accesses"
            columns={[firstColumn, ...columns]}
            // Several may be of the same moment.
            rows={accesses.map((access, place) => ({ ...access, place }))}
            rowKey={({ place }) => String(place)}
            sort={state.sort}
            onSort={(sort) => change({ sort: sortOf(sort) })}
            empty={<p className={classes.none}>{isAll ? empty : 'No accesses found.'}</p>}
            busy={busy}
            viewKey={viewKey}
          />
        )}
      </GridPages>
    </>
  );
}

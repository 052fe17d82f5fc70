import {
  type AcknowledgementExportQuery,
  addressOf,
  type DocumentReaders,
  exportAcknowledgements,
  type SectionPlace,
  searchedWords,
} from '@cytocomm/contract';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import {
  type Choice,
  ChoiceField,
  choiceNamed,
  ExportLink,
  FilterBar,
  QueryFailure,
  SearchField,
  useListState,
  useOpenedName,
} from '@cytocomm/portal-api';
import { BackToAccesses, isNotFound, NoSuchDocument } from '../documents/DocumentPage.tsx';
import { confirmExport } from '../lists/confirm-export.ts';
import classes from '../lists/lists.module.css';
import { readersIn, useDocumentReaders } from '../readers/ReadersLine.tsx';
import { GivenList, MissingList, useAcknowledgementPages } from './AcknowledgementLists.tsx';

type Sort = NonNullable<AcknowledgementExportQuery['sort']>;

/** Another list than that of those who acknowledged the current file. */
type Shown = 'missing' | 'earlier';

/** Who is shown, as the address holds it. */
interface AcknowledgementListState {
  readonly search: string;
  /** Undefined: those who acknowledged the current file. */
  readonly show: Shown | undefined;
  readonly sort: Sort;
}

const NEWEST: Sort = '-acknowledgedAt';

const OTHERS: readonly Choice<Shown>[] = [
  { value: 'missing', label: 'Not yet' },
  { value: 'earlier', label: 'Earlier files' },
];

/** Returns the order that a grid asks for, if the list has it. */
const acknowledgementSortOf = (sort: string | null): Sort => (sort === 'acknowledgedAt' ? 'acknowledgedAt' : NEWEST);

const read = (fields: URLSearchParams): AcknowledgementListState => ({
  search: (fields.get('q') ?? '').trim().slice(0, 254),
  show: choiceNamed(OTHERS, fields.get('show')),
  sort: acknowledgementSortOf(fields.get('sort')),
});

const write = ({ search, show, sort }: AcknowledgementListState) => ({
  q: search,
  show: show ?? '',
  sort: sort === NEWEST ? '' : sort,
});

/** Returns who is shown, and what changes it. */
const useAcknowledgementListState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
function queryOf({ search, show, sort }: AcknowledgementListState): AcknowledgementExportQuery {
  return {
    file: show === 'earlier' ? 'earlier' : 'current',
    ...(search !== '' && { search: searchedWords(search) }),
    ...(sort !== NEWEST && { sort }),
  };
}

const LEAD = 'When the file is replaced, everybody is asked again.';

/** Returns how many of a document's readers have acknowledged it, as far as that is known, and what happens when its file is replaced. */
function describeAcknowledged(readers: DocumentReaders | undefined): string {
  if (readers?.role == null || readers.acknowledged === undefined) return LEAD;
  const { acknowledged, people, more, role } = readers;
  if (people === 0) return `It has no readers yet. ${LEAD}`;
  const has = people === 1 ? 'has' : 'have';
  const count = acknowledged.toLocaleString('en-US');
  const sentence = more
    ? `At least ${count} of more than ${readersIn(role, people)} have acknowledged it.`
    : `${count} of ${readersIn(role, people)} ${has} acknowledged it.`;
  return `${sentence} ${LEAD}`;
}

interface AcknowledgementsProps {
  /** The id of the document. */
  readonly id: string;
  /** Where all documents are. */
  readonly place: SectionPlace;
}

/** Who acknowledged an SOP, when and by what name, and who has not: at an address of its own, with a file of what is shown. */
export function Acknowledgements({ id, place }: AcknowledgementsProps) {
  const { path } = place;
  const [state, change] = useAcknowledgementListState();
  const query = queryOf(state);
  const named = useAcknowledgementPages({ params: { id }, query: { limit: 1 } });
  const readers = useDocumentReaders({ params: { id } });
  const title = named.data?.pages[0]?.title;
  const name = title === undefined ? 'Acknowledgements' : `Acknowledgements of “${title}”`;
  useOpenedName(place, name);
  if (isNotFound(named.error)) return <NoSuchDocument path={path} />;
  const back = <BackToAccesses id={id} path={path} />;
  if (title === undefined && named.error !== undefined)
    return (
      <Panel title={name} actions={back}>
        <QueryFailure
          title="The acknowledgements could not be loaded."
          error={named.error}
          onRetry={() => {
            void named.refetch();
            if (readers.error !== undefined) void readers.refetch();
          }}
          retrying={named.isFetching}
        />
      </Panel>
    );
  // Both at once: a second answer would move what the first one shows.
  if (title === undefined || (readers.data === undefined && !readers.error))
    return (
      <Panel title={name}>
        <TableSkeleton label="Loading acknowledgements" columns={5} rows={4} />
      </Panel>
    );
  return (
    <Panel
      title={name}
      lead={describeAcknowledged(readers.data)}
      actions={
        <>
          {back}
          {state.show === 'missing' ? null : (
            <ExportLink href={addressOf(exportAcknowledgements, { id }, query)} onClick={confirmExport} />
          )}
        </>
      }
    >
      <FilterBar>
        {state.show === 'missing' ? null : (
          <SearchField
            label="Who"
            byWords
            maxLength={254}
            placeholder="Part of an e-mail or name"
            value={state.search}
            onSearch={(search) => change({ search })}
          />
        )}
        <ChoiceField
          label="Show"
          className={classes.choice}
          value={state.show}
          all="Acknowledged"
          choices={OTHERS}
          onChange={(show) => change({ show })}
        />
      </FilterBar>
      {state.show === 'missing' ? (
        <MissingList id={id} hasNoReaders={readers.data?.people === 0} />
      ) : (
        <GivenList
          id={id}
          query={query}
          sort={state.sort}
          onSort={(sort) => change({ sort: acknowledgementSortOf(sort) })}
        />
      )}
    </Panel>
  );
}

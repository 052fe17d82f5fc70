import {
  type DocumentReaders,
  listNonReaders,
  MAX_REMINDED,
  type NonReader,
  type NonReaderQuery,
  remindNonReaders,
  type SectionPlace,
  searchedWords,
} from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { EmptyState, RelativeTime, toast } from '@cytocomm/kit';
import { DataGrid, type GridColumn, Panel, TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import {
  FilterBar,
  GridPages,
  mutation,
  pages,
  problemMessage,
  SearchField,
  useListState,
  useOpenedName,
} from '@cytocomm/portal-api';
import { BackToAccesses, isNotFound, NoSuchDocument } from '../documents/DocumentPage.tsx';
import { people } from '../lists/audience.ts';
import lists from '../lists/lists.module.css';
import { MailMany } from '../lists/MailMany.tsx';
import { describeReaders, useDocumentReaders } from './ReadersLine.tsx';
import classes from './readers.module.css';

// Opened seldom, and outdated by the next time.
const { useInfiniteQuery: useNonReaderPages } = pages(listNonReaders, { keepUnusedDataFor: 0 });
// The mails show in the list of mails.
const { useMutation: useRemindNonReaders } = mutation(remindNonReaders, { tags: ['Operations'] });

interface RemindNonReadersProps {
  /** The id of the document. */
  readonly id: string;
  readonly title: string;
}

function describe({ people: all, opened, more }: DocumentReaders, title: string): string {
  if (more)
    return `More than ${people(all)} are asked to read “${title}”. Those who have not opened it get a mail, ${MAX_REMINDED.toLocaleString('en-US')} after the other.`;
  const missing = all - opened;
  return `${people(missing)} ${missing === 1 ? 'has' : 'have'} not opened “${title}”. Each gets a mail with a link to it.`;
}

/** Mails those who have not opened a document, after saying how many they are. */
function RemindNonReaders({ id, title }: RemindNonReadersProps) {
  const [remind] = useRemindNonReaders();
  const { refetch } = useDocumentReaders({ params: { id } });
  return (
    <MailMany
      label="Remind those who have not"
      question="Remind those who have not opened it?"
      confirmLabel="Send the reminder"
      count={async () => {
        const { data, error } = await refetch();
        if (data !== undefined && error === undefined) return describe(data, title);
        toast.error(`They could not be counted. ${problemMessage(error)}`);
        return undefined;
      }}
      mail={async (cursor) => {
        const { data, error } = await remind({ params: { id }, query: { cursor } });
        return { data: data && { mailed: data.queued, next: data.next }, error };
      }}
      onEnd={() => void refetch()}
      noneLeft="Everyone has opened it or was already reminded today."
      failed="No reminder was sent."
    >
      <p>No one gets a second one on the same day, nor one after opening it.</p>
    </MailMany>
  );
}

type Sort = NonNullable<NonReaderQuery['sort']>;

/** Which people are shown, as the address holds it. */
interface NonReaderState {
  readonly search: string;
  readonly sort: Sort;
}

const DEFAULT: Sort = 'email';
const SORTS: readonly Sort[] = ['email', '-email', 'lastSignIn', '-lastSignIn'];

/** Returns the order that a grid asks for, if the list has it. */
const nonReaderSortOf = (sort: string | null): Sort => SORTS.find((each) => each === sort) ?? DEFAULT;

const read = (fields: URLSearchParams): NonReaderState => ({
  search: (fields.get('q') ?? '').trim().slice(0, 254),
  sort: nonReaderSortOf(fields.get('sort')),
});

const write = ({ search, sort }: NonReaderState) => ({ q: search, sort: sort === DEFAULT ? '' : sort });

/** Returns which people are shown, and what changes it. */
const useNonReaderState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
function queryOf({ search, sort }: NonReaderState): NonReaderQuery {
  return { ...(search !== '' && { search: searchedWords(search) }), ...(sort !== DEFAULT && { sort }) };
}

const PAGE_SIZE = 50;

const columns: readonly GridColumn<NonReader>[] = [
  {
    key: 'email',
    header: 'Email',
    rowHeader: true,
    sortable: true,
    grow: 2,
    cell: ({ email, openedEarlier }) => (
      <span className={classes.reader}>
        <span className={lists.address}>{email}</span>
        {openedEarlier ? <span className={classes.meta}>opened an earlier version</span> : null}
      </span>
    ),
  },
  { key: 'name', header: 'Name', cell: ({ name }) => <span className={lists.address}>{name}</span> },
  {
    key: 'lastSignIn',
    header: 'Last sign-in',
    sortable: 'time',
    width: 160,
    cell: ({ lastSignInAt }) => (lastSignInAt === undefined ? 'never' : <RelativeTime date={lastSignInAt} />),
  },
];

interface NonReadersProps {
  /** The id of the document. */
  readonly id: string;
  /** Where all documents are. */
  readonly place: SectionPlace;
}

/** Who has not opened a document that is for them, and what reminds them: at an address of its own. */
export function NonReaders({ id, place }: NonReadersProps) {
  const { path } = place;
  const [state, change] = useNonReaderState();
  const pages = useNonReaderPages({ params: { id }, query: { limit: useRowsAtOnce(PAGE_SIZE), ...queryOf(state) } });
  const readers = useDocumentReaders({ params: { id } });
  const title = pages.data?.pages[0]?.title;
  const name = title === undefined ? 'Who has not opened it' : `Who has not opened “${title}”`;
  useOpenedName(place, name);
  const back = <BackToAccesses id={id} path={path} />;
  if (isNotFound(pages.error)) return <NoSuchDocument path={path} />;
  if (isApiProblem(pages.error) && pages.error.status === 409)
    return (
      <EmptyState title="This document is public." action={back}>
        It is for everybody, so no one in particular is asked to read it.
      </EmptyState>
    );
  // Both at once: a second answer would move what the first one shows.
  if ((title === undefined && !pages.error) || (readers.data === undefined && !readers.error))
    return (
      <Panel title={name}>
        <TableSkeleton label="Loading people" columns={3} rows={4} />
      </Panel>
    );
  const hasEverybody = readers.data !== undefined && !readers.data.more && readers.data.people === readers.data.opened;
  return (
    <Panel
      title={name}
      lead={
        readers.data === undefined
          ? 'Who may read it, and has not. Admins are not asked.'
          : describeReaders(readers.data)
      }
      actions={
        <>
          {back}
          {title === undefined || hasEverybody ? null : <RemindNonReaders id={id} title={title} />}
        </>
      }
    >
      <FilterBar>
        <SearchField
          label="Search people"
          hideLabel
          byWords
          maxLength={254}
          placeholder="Part of an e-mail or name"
          value={state.search}
          onSearch={(search) => change({ search })}
        />
      </FilterBar>
      <GridPages
        query={{
          ...pages,
          refetch: () => {
            if (readers.error !== undefined) void readers.refetch();
            return pages.refetch();
          },
        }}
        pending={<TableSkeleton label="Loading people" columns={3} rows={4} />}
        failed="The people could not be loaded."
      >
        {(people, busy) => (
          <DataGrid
            caption="Who has not opened it"
            columns={columns}
            rows={people}
            rowKey={({ email }) => email}
            sort={state.sort}
            onSort={(sort) => change({ sort: nonReaderSortOf(sort) })}
            empty={
              <p className={lists.none}>
                {state.search === '' ? 'All of its readers have opened it.' : 'No people found.'}
              </p>
            }
            busy={busy}
            viewKey="non-readers"
          />
        )}
      </GridPages>
    </Panel>
  );
}

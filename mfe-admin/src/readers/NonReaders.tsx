import {
  countDocumentReaders,
  type DocumentReaders,
  listNonReaders,
  MAX_REMINDED,
  type NonReader,
  type NonReaderQuery,
  remindNonReaders,
} from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { Button, ButtonLink, EmptyState, RelativeTime, toast } from '@cytocomm/kit';
import { type GridColumn, Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { endpoint, mutation, pages, problemMessage, useOpenedName } from '@cytocomm/portal-api';
import { BackToAccesses, type DocumentPageProps, isNotFound, NoSuchDocument } from '../documents/DocumentPage.tsx';
import { people } from '../lists/audience.ts';
import { type ListFilter, searchFilter, sortFilter } from '../lists/list-filters.tsx';
import lists from '../lists/lists.module.css';
import { MailMany } from '../lists/MailMany.tsx';
import { column, ResourceList, useListView } from '../lists/ResourceList.tsx';
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

const filters: readonly ListFilter<NonReaderQuery>[] = [
  searchFilter({ label: 'Search people', maxLength: 254, placeholder: 'Part of an e-mail or name' }, (search) => ({
    search,
  })),
  sortFilter(['email', '-email', 'lastSignIn', '-lastSignIn']),
];

const columns: readonly GridColumn<NonReader>[] = [
  column('email', 'Email', { rowHeader: true, sortable: true, grow: 2 }, ({ email, openedEarlier }) => (
    <span className={classes.reader}>
      <span className={lists.address}>{email}</span>
      {openedEarlier ? <span className={classes.meta}>opened an earlier version</span> : null}
    </span>
  )),
  column('name', 'Name', {}, ({ name }) => <span className={lists.address}>{name}</span>),
  column('lastSignIn', 'Last sign-in', { sortable: 'time', width: 160 }, ({ lastSignInAt }) =>
    lastSignInAt === undefined ? 'never' : <RelativeTime date={lastSignInAt} />,
  ),
];

/** Who has not opened a document that is for them, and what reminds them: at an address of its own. */
export function NonReaders({ id, place }: DocumentPageProps) {
  const { path } = place;
  const view = useListView(filters);
  const pages = useNonReaderPages({ params: { id }, query: view.pageQuery });
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
      <ResourceList
        view={view}
        query={{
          ...pages,
          refetch: () => {
            if (readers.error !== undefined) void readers.refetch();
            return pages.refetch();
          },
        }}
        pending={<TableSkeleton label="Loading people" columns={3} rows={4} />}
        failed="The people could not be loaded."
        caption="Who has not opened it"
        columns={columns}
        rowKey={({ email }) => email}
        empty={view.isAll ? 'All of its readers have opened it.' : 'No people found.'}
        viewKey="non-readers"
      />
    </Panel>
  );
}

// Opened seldom, and outdated by the next time.
export const { useQuery: useDocumentReaders } = endpoint(countDocumentReaders, { keepUnusedDataFor: 0 });

const NAMES = { investor: ['investor', 'investors'], customer: ['customer', 'customers'] } as const;

const written = (count: number) => count.toLocaleString('en-US');

/** Returns `1 investor who may read it`, `14 customers who may read it`: not all are in the groups that a document may have. */
export function readersIn(role: NonNullable<DocumentReaders['role']>, count: number): string {
  const [one, many] = NAMES[role];
  return `${written(count)} ${count === 1 ? one : many} who may read it`;
}

/** Returns how many of a document's readers have opened it; undefined for a public document. */
function describeReaders({ role, people, opened, openedEarlier, more }: DocumentReaders): string | undefined {
  if (role === null) return undefined;
  if (people === 0) return 'It has no readers yet.';
  const earlier = openedEarlier === 0 ? '' : `, ${written(openedEarlier)} only an earlier version`;
  if (more) return `At least ${written(opened)} of more than ${readersIn(role, people)} have opened it${earlier}.`;
  return `${written(opened)} of ${readersIn(role, people)} ${people === 1 ? 'has' : 'have'} opened it${earlier}.`;
}

interface ReadersLineProps {
  /** The id of the document. */
  readonly id: string;
  /** The address of the tool, below which the people are listed who have not opened it. */
  readonly path: string;
}

/** How many of a document's readers have opened it, with a link to those who have not. */
export function ReadersLine({ id, path }: ReadersLineProps) {
  const { data, error, isFetching, refetch } = useDocumentReaders({ params: { id } });
  // The line stays, so that nothing below it moves.
  if (data?.role === null)
    return <p className={classes.line}>It is public, so no one in particular is asked to read it.</p>;
  if (data === undefined)
    return (
      <p className={classes.line} aria-live="polite">
        {error ? 'Who has opened it could not be counted.' : 'Counting who has opened it …'}
        {error ? (
          <Button variant="secondary" size="small" icon="retry" busy={isFetching} onClick={() => void refetch()}>
            Count again
          </Button>
        ) : null}
      </p>
    );
  return (
    <p className={classes.line}>
      <strong className="tabular">{describeReaders(data)}</strong>
      {data.people > data.opened || data.more ? (
        <ButtonLink variant="secondary" size="small" icon="users" to={`${path}/${id}/non-readers`}>
          Who has not
        </ButtonLink>
      ) : null}
      {data.acknowledged === undefined ? null : (
        <ButtonLink variant="secondary" size="small" icon="check" to={`${path}/${id}/acknowledgements`}>
          Acknowledged by {data.acknowledged.toLocaleString('en-US')}
        </ButtonLink>
      )}
    </p>
  );
}

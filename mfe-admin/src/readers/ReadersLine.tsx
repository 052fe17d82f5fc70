import { countDocumentReaders, type DocumentReaders } from '@cytocomm/contract';
import { Button, ButtonLink } from '@cytocomm/kit';
import { endpoint } from '@cytocomm/portal-api';
import classes from './readers.module.css';

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
export function describeReaders({ role, people, opened, openedEarlier, more }: DocumentReaders): string | undefined {
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

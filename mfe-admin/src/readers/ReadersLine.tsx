import { Button, ButtonLink } from '@cytocomm/kit';
import { useDocumentReaders } from './reader-api.ts';
import { describeReaders } from './reader-words.ts';
import classes from './readers.module.css';

/** Properties of {@link ReadersLine}. */
export interface ReadersLineProps {
  /** The id of the document. */
  readonly id: string;
  /** The address of the tool, below which the people are listed who have not opened it. */
  readonly path: string;
}

/** How many of those for whom a document is have opened it, with a link to those who have not. A public one is for everybody. */
export function ReadersLine({ id, path }: ReadersLineProps) {
  const { data, error, isFetching, refetch } = useDocumentReaders({ params: { id } });
  // The line stays, so that nothing below it moves.
  if (data?.role === null)
    return <p className={classes.line}>It is public: nobody in particular is asked to read it.</p>;
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

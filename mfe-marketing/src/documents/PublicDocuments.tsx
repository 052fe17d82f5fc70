import { listDocuments, type StoredDocument } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { Band, Button, ErrorState, Heading, LocalDate, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { useEffect, useState } from 'react';
import { documents as words } from '../content/documents.ts';
import { news } from '../content/news.ts';
import { dataOf } from '../loading/data-of.ts';
import classes from '../news/PublicDates.module.css';

/** How many documents are shown at first, and how many are read. */
const SHOWN = 6;
const READ = 100;

/** Asks for the documents that everybody may read, newest first. */
async function fetchDocuments(signal: AbortSignal): Promise<readonly StoredDocument[]> {
  const query = { visibility: 'public', limit: READ } as const;
  const { items } = dataOf(await send(listDocuments, { query, credentials: 'omit', signal }));
  if (!Array.isArray(items)) throw new Error('The list of documents has an unknown form.');
  return items;
}

/** The documents that everybody may read, each with its fiscal year. */
export function PublicDocuments() {
  const [documents, setDocuments] = useState<readonly StoredDocument[] | 'failed' | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    const stop = new AbortController();
    fetchDocuments(stop.signal).then(setDocuments, () => {
      if (!stop.signal.aborted) setDocuments('failed');
    });
    return () => stop.abort();
  }, [attempt]);

  return (
    <Band spacing="compact" aria-label={words.title}>
      <Heading level={2} size="title">
        {words.title}
      </Heading>
      {documents === 'failed' ? (
        <ErrorState title={words.failed} onRetry={() => setAttempt(attempt + 1)}>
          {news.failedAdvice}
        </ErrorState>
      ) : (
        <DocumentList documents={documents} />
      )}
    </Band>
  );
}

function DocumentList({ documents }: { readonly documents: readonly StoredDocument[] | null }) {
  const [all, setAll] = useState(false);
  if (documents === null)
    return (
      <SkeletonGroup label={words.loading} className={classes.loading}>
        <Skeleton lines={3} />
      </SkeletonGroup>
    );
  if (documents.length === 0) return <p className={classes.none}>{words.none}</p>;
  return (
    <>
      <ul className={classes.dates}>
        {(all ? documents : documents.slice(0, SHOWN)).map(({ id, title, url, year, uploadedAt, replacedAt }) => (
          <li key={id} className={classes.date}>
            <span className={classes.time}>
              <LocalDate date={replacedAt ?? uploadedAt} />
            </span>
            <p className={classes.title}>
              <a href={url}>{title}</a> (PDF{year === undefined ? '' : `, fiscal year ${year}`})
            </p>
          </li>
        ))}
      </ul>
      {!all && documents.length > SHOWN ? (
        <Button variant="secondary" onClick={() => setAll(true)}>
          {words.more}
        </Button>
      ) : null}
    </>
  );
}

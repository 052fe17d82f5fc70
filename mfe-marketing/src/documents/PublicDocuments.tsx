import { listDocuments, type StoredDocument } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { Band, Button, ErrorState, Heading, LocalDate, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { useEffect, useRef, useState } from 'react';
import { documents as words } from '../content/documents.ts';
import { news } from '../content/news.ts';
import { dataOf } from '../loading/data-of.ts';
import { useLoaded } from '../loading/use-loaded.ts';
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
  const { value: documents, failure, retry } = useLoaded('documents', fetchDocuments);
  return (
    <Band spacing="compact" aria-label={words.title}>
      <Heading level={2} size="title">
        {words.title}
      </Heading>
      {failure ? (
        <ErrorState title={words.failed} onRetry={retry}>
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
  const firstMore = useRef<HTMLAnchorElement>(null);
  // The button has gone, with the focus.
  useEffect(() => {
    if (all) firstMore.current?.focus();
  }, [all]);
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
        {(all ? documents : documents.slice(0, SHOWN)).map(
          ({ id, title, url, year, uploadedAt, replacedAt }, place) => (
            <li key={id} className={classes.date}>
              <span className={classes.time}>
                <LocalDate date={replacedAt ?? uploadedAt} />
              </span>
              <p className={classes.title}>
                <a ref={place === SHOWN ? firstMore : undefined} href={url}>
                  {title}
                </a>{' '}
                (PDF{year === undefined ? '' : `, fiscal year ${year}`})
              </p>
            </li>
          ),
        )}
      </ul>
      {!all && documents.length > SHOWN ? (
        <Button variant="secondary" onClick={() => setAll(true)}>
          {words.more}
        </Button>
      ) : null}
    </>
  );
}

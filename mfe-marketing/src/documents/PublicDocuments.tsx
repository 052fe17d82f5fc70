import { listDocuments } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { Band, Button, ErrorState, Heading, LocalDate, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { useEffect, useRef, useState } from 'react';
import { news } from '../content/news.ts';
import { dataOf, useLoaded } from '../loading/loading.ts';
import classes from '../news/PublicDates.module.css';

const words = news.documents;

/** Documents shown at first. */
const FIRST_PAGE_SIZE = 6;
/** Documents that each press brings. */
const PAGE_SIZE = 100;

/** Asks for the documents that everybody may read, newest first, from `cursor` on. */
async function fetchDocuments(cursor: string | null, signal?: AbortSignal) {
  const from = cursor === null ? { limit: FIRST_PAGE_SIZE } : { limit: PAGE_SIZE, cursor };
  const query = { visibility: 'public', ...from } as const;
  return dataOf(await send(listDocuments, { query, credentials: 'omit', ...(signal && { signal }) }));
}

/** The documents that everybody may read, each with its fiscal year. */
export function PublicDocuments() {
  const { value: first, failure, retry } = useLoaded('documents', (signal) => fetchDocuments(null, signal));
  return (
    <Band spacing="compact" aria-label={words.title}>
      <Heading level={2} size="title">
        {words.title}
      </Heading>
      {failure ? (
        <ErrorState title={words.failed} onRetry={retry}>
          {news.failedAdvice}
        </ErrorState>
      ) : first === null ? (
        <SkeletonGroup label={words.loading} className={classes.loading}>
          <Skeleton lines={3} />
        </SkeletonGroup>
      ) : (
        <DocumentList first={first} />
      )}
    </Band>
  );
}

function DocumentList({ first }: { readonly first: Awaited<ReturnType<typeof fetchDocuments>> }) {
  const [{ items, nextCursor, from }, setRead] = useState({ ...first, from: -1 });
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const firstMore = useRef<HTMLAnchorElement>(null);
  // The button may have gone, with the focus: the first that the last press has brought gets it.
  useEffect(() => {
    if (from >= 0) firstMore.current?.focus();
  }, [from]);

  const showMore = async () => {
    setState('busy');
    try {
      const next = await fetchDocuments(nextCursor);
      setRead({ items: [...items, ...next.items], nextCursor: next.nextCursor, from: items.length });
      setState('idle');
    } catch {
      setState('failed');
    }
  };

  if (items.length === 0) return <p className={classes.none}>{words.none}</p>;
  return (
    <>
      <ul className={classes.dates}>
        {items.map(({ id, title, url, year, uploadedAt, replacedAt }, place) => (
          <li key={id} className={classes.date}>
            <span className={classes.time}>
              <LocalDate date={replacedAt ?? uploadedAt} />
            </span>
            <p className={classes.title}>
              <a ref={place === from ? firstMore : undefined} href={url}>
                {title}
              </a>{' '}
              (PDF{year === undefined ? '' : `, fiscal year ${year}`})
            </p>
          </li>
        ))}
      </ul>
      {state === 'failed' ? <p role="alert">{words.failed}</p> : null}
      {nextCursor !== null ? (
        <Button variant="secondary" busy={state === 'busy'} busyLabel={words.loading} onClick={() => void showMore()}>
          {words.more}
        </Button>
      ) : null}
    </>
  );
}

import { listDocuments, type StoredDocument } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { Band, Button, ErrorState, Heading, LocalDate, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { useEffect, useRef, useState } from 'react';
import { documents as words } from '../content/documents.ts';
import { news } from '../content/news.ts';
import { dataOf, useLoaded } from '../loading/loading.ts';
import classes from '../news/PublicDates.module.css';

/** Documents shown at first. */
const MAX_COLLAPSED_DOCUMENTS = 6;
/** Documents read by one request. */
const PAGE_SIZE = 100;

/** A part of the list, newest first, and where the next part starts. */
interface DocumentPage {
  readonly items: readonly StoredDocument[];
  readonly nextCursor: string | null;
}

/** Asks for the documents that everybody may read, from `cursor` on. */
async function fetchDocuments(cursor: string | null, signal?: AbortSignal): Promise<DocumentPage> {
  const query = { visibility: 'public', limit: PAGE_SIZE, ...(cursor !== null && { cursor }) } as const;
  const page = dataOf(await send(listDocuments, { query, credentials: 'omit', ...(signal && { signal }) }));
  if (!Array.isArray(page.items)) throw new Error('The list of documents has an unknown form.');
  return { items: page.items, nextCursor: page.nextCursor ?? null };
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

function DocumentList({ first }: { readonly first: DocumentPage }) {
  const [{ items, nextCursor }, setRead] = useState(first);
  // How many are shown, and the place of the first that the last press has brought.
  const [{ shown, from }, setShown] = useState({ shown: MAX_COLLAPSED_DOCUMENTS, from: -1 });
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const firstMore = useRef<HTMLAnchorElement>(null);
  // The button may have gone, with the focus.
  useEffect(() => {
    if (from >= 0) firstMore.current?.focus();
  }, [from]);

  const showMore = async () => {
    if (shown < items.length) return setShown({ shown: items.length, from: shown });
    setState('busy');
    try {
      const next = await fetchDocuments(nextCursor);
      setRead({ items: [...items, ...next.items], nextCursor: next.nextCursor });
      setShown({ shown: items.length + next.items.length, from: items.length });
      setState('idle');
    } catch {
      setState('failed');
    }
  };

  if (items.length === 0) return <p className={classes.none}>{words.none}</p>;
  return (
    <>
      <ul className={classes.dates}>
        {items.slice(0, shown).map(({ id, title, url, year, uploadedAt, replacedAt }, place) => (
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
      {shown < items.length || nextCursor !== null ? (
        <Button variant="secondary" busy={state === 'busy'} busyLabel={words.loading} onClick={() => void showMore()}>
          {words.more}
        </Button>
      ) : null}
    </>
  );
}

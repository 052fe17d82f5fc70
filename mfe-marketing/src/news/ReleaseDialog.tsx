import { CalendarDate, Dialog, EmptyState, ErrorState, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { news } from '../content/news.ts';
import { CallRefused } from '../loading/call-api.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import classes from './news.module.css';
import { fetchRelease, type PressRelease } from './press-releases.ts';

/** Properties of {@link ReleaseDialog}. */
export interface ReleaseDialogProps {
  /** Which release is open; null when none is. */
  readonly id: string | null;
  /** The releases that are there already. */
  readonly known: readonly PressRelease[];
  readonly onClose: () => void;
}

async function loadText() {
  return (await import('./ReleaseText.tsx')).default;
}

function Article({ id, known }: { readonly id: string; readonly known: PressRelease | undefined }) {
  const asked = useLoaded(known ? null : id, (signal) => fetchRelease(id, signal));
  const text = useLoaded('text', loadText);
  const release = known ?? asked.value;

  if (asked.failure instanceof CallRefused && asked.failure.status === 404) return <EmptyState title={news.gone} />;
  if (asked.failure || text.failure) {
    return <ErrorState title={news.articleFailed} onRetry={asked.failure ? asked.retry : text.retry} />;
  }
  if (!release || !text.value) {
    return (
      <SkeletonGroup label={news.loadingArticle}>
        <Skeleton lines={6} />
      </SkeletonGroup>
    );
  }
  return (
    <article>
      <p className={classes.date}>
        <CalendarDate date={release.date} />
      </p>
      <div className={classes.text}>
        <text.value html={release.content} />
      </div>
    </article>
  );
}

/** A release over the page, at its own address. */
export function ReleaseDialog({ id, known, onClose }: ReleaseDialogProps) {
  const release = known.find((candidate) => candidate.id === id);
  return (
    <Dialog open={id !== null} onClose={onClose} title={release?.title ?? news.article} size="medium">
      {id === null ? null : <Article key={id} id={id} known={release} />}
    </Dialog>
  );
}

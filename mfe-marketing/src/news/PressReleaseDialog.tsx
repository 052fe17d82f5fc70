import { Dialog, EmptyState, ErrorState, LocalDate, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { useEffect } from 'react';
import { company } from '../content/company.ts';
import { news } from '../content/news.ts';
import { useLoaded } from '../loading/loading.ts';
import classes from './news.module.css';
import { fetchPressRelease, type PressRelease } from './press-releases.ts';

/** Properties of {@link PressReleaseDialog}. */
export interface PressReleaseDialogProps {
  /** Which release is open; null when none is. */
  readonly id: string | null;
  /** The releases that are there already. */
  readonly known: readonly PressRelease[];
  /** The id of which the server has said already that there is no such release. */
  readonly missing?: string | null;
  readonly onClose: () => void;
}

async function loadText() {
  return (await import('./PressReleaseText.tsx')).default;
}

/** The release with this id: the one at hand, or the one the server has. */
function usePressRelease(id: string | null, known: readonly PressRelease[], missing: string | null) {
  const atHand = known.find((candidate) => candidate.id === id);
  const isMissing = id !== null && !atHand && id === missing;
  const loaded = useLoaded(id === null || atHand || isMissing ? null : id, (signal) =>
    fetchPressRelease(id ?? '', signal),
  );
  const isGone = isMissing || loaded.value === 'gone';
  return {
    release: loaded.value === 'gone' ? null : (atHand ?? loaded.value),
    isGone,
    failure: loaded.failure,
    retry: loaded.retry,
  };
}

function Article({ release, isGone, failure, retry }: ReturnType<typeof usePressRelease>) {
  const text = useLoaded('text', loadText);
  if (isGone) return <EmptyState title={news.gone} />;
  if (failure || text.failure) return <ErrorState title={news.articleFailed} onRetry={failure ? retry : text.retry} />;
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
        <LocalDate date={release.date} />
        {release.updated === undefined ? null : (
          <>
            {` · ${news.updated} `}
            <LocalDate date={release.updated} />
          </>
        )}
      </p>
      <div className={classes.text}>
        <text.value html={release.content} />
      </div>
    </article>
  );
}

/** A release over the page, at its own address. */
export function PressReleaseDialog({ id, known, missing = null, onClose }: PressReleaseDialogProps) {
  const article = usePressRelease(id, known, missing);
  const title = article.release?.title;

  // The address names the release, so the tab does too.
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · ${company.name}`;
    return () => {
      document.title = `${news.opening.title} · ${company.name}`;
    };
  }, [title]);

  return (
    <Dialog open={id !== null} onClose={onClose} title={title ?? news.article} size="medium">
      <Article {...article} />
    </Dialog>
  );
}

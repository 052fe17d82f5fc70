import type { PressRelease } from '@cytocomm/contract';
import { Dialog, EmptyState, ErrorState, LocalDate, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { useEffect } from 'react';
import { company } from '../content/company.ts';
import { news } from '../content/news.ts';
import { useLoaded } from '../loading/loading.ts';
import classes from './news.module.css';
import { fetchPressRelease } from './press-releases.ts';

/** Properties of {@link PressReleaseDialog}. */
export interface PressReleaseDialogProps {
  /** Which release is open; null when none is. */
  readonly id: string | null;
  /** The releases that are there already. */
  readonly known: readonly PressRelease[];
  /** The id of which the server has said already that there is no such release. */
  readonly missing: string | null;
  readonly onClose: () => void;
}

async function loadText() {
  return (await import('./PressReleaseText.tsx')).default;
}

/** When a release was published, and when it was changed since. */
export function PressReleaseDates({ release: { date, updated } }: { readonly release: PressRelease }) {
  return (
    <p className={classes.date}>
      <LocalDate date={date} />
      {updated === undefined ? null : (
        <>
          {` · ${news.updated} `}
          <LocalDate date={updated} />
        </>
      )}
    </p>
  );
}

/** The release with this id: the one at hand, or the one the server has. */
function usePressRelease({ id, known, missing }: Omit<PressReleaseDialogProps, 'onClose'>) {
  const atHand = known.find((candidate) => candidate.id === id) ?? (id === missing ? 'gone' : null);
  const { value, failure, retry } = useLoaded(atHand ? null : id, (signal) => fetchPressRelease(id ?? '', signal));
  return { release: atHand ?? value, failure, retry };
}

function Article({ release, failure, retry }: ReturnType<typeof usePressRelease>) {
  const text = useLoaded('text', loadText);
  if (release === 'gone') return <EmptyState title={news.gone} />;
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
      <PressReleaseDates release={release} />
      <div className={classes.text}>
        <text.value html={release.content} />
      </div>
    </article>
  );
}

/** A release over the page, at its own address. */
export function PressReleaseDialog({ onClose, ...address }: PressReleaseDialogProps) {
  const article = usePressRelease(address);
  const title = article.release === 'gone' ? undefined : article.release?.title;

  // The address names the release, so the tab does too.
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · ${company.name}`;
    return () => {
      document.title = `${news.opening.title} · ${company.name}`;
    };
  }, [title]);

  return (
    <Dialog open={address.id !== null} onClose={onClose} title={title ?? news.article} size="medium">
      <Article {...article} />
    </Dialog>
  );
}

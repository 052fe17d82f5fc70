import { type PageProps, readPressReleaseFeed } from '@cytocomm/contract';
import {
  Band,
  Button,
  ButtonLink,
  EmptyState,
  ErrorState,
  Heading,
  Notice,
  Skeleton,
  SkeletonGroup,
  useHydrated,
  useSearchParams,
} from '@cytocomm/kit';
import { useState } from 'react';
import { StructuredData } from '../blocks/StructuredData.tsx';
import { news } from '../content/news.ts';
import { newsArticles } from '../content/structured-data.ts';
import { PublicDocuments } from '../documents/PublicDocuments.tsx';
import classes from '../news/news.module.css';
import { PublicDates } from '../news/PublicDates.tsx';
import { isRelease } from '../news/press-releases.ts';
import { ReleaseCard } from '../news/ReleaseCard.tsx';
import { ReleaseDialog } from '../news/ReleaseDialog.tsx';
import { ReleaseWithoutScripts } from '../news/ReleaseWithoutScripts.tsx';
import { type PressReleases, usePressReleases } from '../news/use-press-releases.ts';

function ReleaseList({
  releases,
  onOpen,
}: {
  readonly releases: PressReleases;
  readonly onOpen: (id: string) => void;
}) {
  const { items, failed, hasMore, loadingMore, loadMore, retry } = releases;
  if (failed === 'list')
    return (
      <ErrorState title={news.failed} onRetry={retry}>
        {news.failedAdvice}
      </ErrorState>
    );
  if (items === null) {
    return (
      <SkeletonGroup label={news.loading} className={classes.skeletons}>
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} shape="block" className={classes.skeleton} />
        ))}
      </SkeletonGroup>
    );
  }
  if (items.length === 0) return <EmptyState title={news.empty.title}>{news.empty.text}</EmptyState>;
  return (
    <>
      {failed === 'newest' ? (
        <Notice tone="warning" live className={classes.note}>
          {news.stale}
        </Notice>
      ) : null}
      <ul className={classes.cards}>
        {items.map((release, index) => (
          <ReleaseCard key={release.id} release={release} newest={index === 0} onOpen={() => onOpen(release.id)} />
        ))}
      </ul>
      <div className={classes.foot}>
        {failed === 'more' ? <ErrorState title={news.moreFailed} onRetry={loadMore} /> : null}
        {hasMore && failed !== 'more' ? (
          <Button variant="secondary" onClick={loadMore} busy={loadingMore}>
            {news.more}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** The public press releases, each at its own address over the list. */
export default function News({ initialData }: PageProps) {
  const releases = usePressReleases(initialData);
  const named = isRelease(initialData?.item) ? initialData.item : null;
  const known = named ? [named, ...(releases.items ?? [])] : (releases.items ?? []);
  const described = named ? [named] : (releases.items ?? []);
  const [search, setSearch] = useSearchParams();
  // The page itself came as 404: to ask for that release again would tell nothing new.
  const arrives = !useHydrated();
  const [missing] = useState(arrives && initialData?.item === null ? search.get('release') : null);
  const open = (id: string) => setSearch({ release: id }, { preventScrollReset: true });
  const close = () => setSearch({}, { preventScrollReset: true });
  return (
    <>
      {described.length > 0 ? <StructuredData data={newsArticles(described, initialData?.site)} /> : null}
      <Band spacing="none" className={classes.hero}>
        <div className={classes.opening}>
          <div>
            <Heading level={1}>{news.opening.title}</Heading>
            <p className={classes.lead}>{news.opening.lead}</p>
          </div>
          <ButtonLink href={readPressReleaseFeed.path} variant="secondary" icon="feed">
            {news.feed}
          </ButtonLink>
        </div>
      </Band>
      <Band spacing="none" aria-label={news.opening.title} className={classes.list}>
        {named ? <ReleaseWithoutScripts release={named} /> : null}
        <ReleaseList releases={releases} onOpen={open} />
      </Band>
      <PublicDates />
      <PublicDocuments />
      <ReleaseDialog id={search.get('release')} known={known} missing={missing} onClose={close} />
    </>
  );
}

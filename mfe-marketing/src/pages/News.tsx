import { type PageProps, type PressRelease, previewOfHtml, readPressReleaseFeed } from '@cytocomm/contract';
import {
  Band,
  Button,
  ButtonLink,
  Card,
  classNames,
  EmptyState,
  ErrorState,
  Heading,
  LocalDate,
  Notice,
  Prose,
  Skeleton,
  SkeletonGroup,
  useHydrated,
  useSearchParams,
} from '@cytocomm/kit';
import { type MouseEvent, useState } from 'react';
import { newsArticles, StructuredData } from '../blocks/StructuredData.tsx';
import { news } from '../content/news.ts';
import { PublicDocuments } from '../documents/PublicDocuments.tsx';
import classes from '../news/news.module.css';
import { PressReleaseDates, PressReleaseDialog } from '../news/PressReleaseDialog.tsx';
import { PublicDates } from '../news/PublicDates.tsx';
import { isPressRelease, type PressReleases, usePressReleases } from '../news/press-releases.ts';

/**
 * The release of the page's address for a browser without scripts, where no dialog opens. The API has cleaned its text, and
 * the web service refuses markup that leaves its place.
 */
function PressReleaseWithoutScripts({ release }: { readonly release: PressRelease }) {
  const html = release.content.replaceAll(/<table/g, '<div data-table-box="">$&').replaceAll(/<\/table>/g, '$&</div>');
  return (
    <noscript>
      <article className={classes.plain}>
        <PressReleaseDates release={release} />
        <Heading level={2} size="headline" className={classes.title}>
          {release.title}
        </Heading>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the API */}
        <Prose className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
      </article>
    </noscript>
  );
}

/** How much of a release a card shows, in characters. */
const PREVIEW_LENGTH = 100;

/** One release in the list; the newest is set larger. */
function PressReleaseCard({
  release,
  newest,
  onOpen,
}: {
  readonly release: PressRelease;
  readonly newest: boolean;
  readonly onOpen: () => void;
}) {
  const open = (event: MouseEvent) => {
    // Another tab or window is the browser's to open.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <li className={classNames(classes.item, newest && classes.newest)}>
      <Card as="article" className={classes.card}>
        <p className={classes.date}>
          <LocalDate date={release.date} />
        </p>
        <Heading level={2} size={newest ? 'headline' : 'title-small'} className={classes.title}>
          {release.title}
        </Heading>
        <p className={classes.preview}>{previewOfHtml(release.content, PREVIEW_LENGTH)}</p>
        <div className={classes.more}>
          <ButtonLink
            href={`/news?${new URLSearchParams({ release: release.id })}`}
            variant="quiet"
            size="small"
            trailingIcon="arrow-right"
            aria-label={`${news.readMore}: ${release.title}`}
            onClick={open}
          >
            {news.readMore}
          </ButtonLink>
        </div>
      </Card>
    </li>
  );
}

function PressReleaseList({
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
          <PressReleaseCard key={release.id} release={release} newest={index === 0} onOpen={() => onOpen(release.id)} />
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
  const items = releases.items ?? [];
  const named = isPressRelease(initialData?.item) ? [initialData.item] : [];
  const described = named.length > 0 ? named : items;
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
        {named.map((release) => (
          <PressReleaseWithoutScripts key={release.id} release={release} />
        ))}
        <PressReleaseList releases={releases} onOpen={open} />
      </Band>
      <PublicDates />
      <PublicDocuments />
      <PressReleaseDialog id={search.get('release')} known={[...named, ...items]} missing={missing} onClose={close} />
    </>
  );
}

import { Button, EmptyState } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useState } from 'react';
import { ArticleViewer } from '../news/ArticleViewer.tsx';
import { NewsList } from '../news/NewsList.tsx';
import { NewsSkeleton } from '../news/NewsSkeleton.tsx';
import classes from '../news/news.module.css';
import { useInvestorNewsInfiniteQuery } from '../news/news-api.ts';

/** News for investors, and the panel that shows a piece of it whole. */
export default function InvestorNews() {
  return (
    <Panel title="Investor news" lead="What the company tells its investors.">
      <News />
    </Panel>
  );
}

function News() {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInvestorNewsInfiniteQuery();
  const [openId, setOpenId] = useState<string | null>(null);
  if (!data) {
    return error ? (
      <QueryFailure
        title="Investor news could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <NewsSkeleton label="Loading investor news" lines={2} />
    );
  }
  const releases = data.pages.flatMap(({ items }) => items);
  const open = releases.find(({ id }) => id === openId);
  if (releases.length === 0) {
    return (
      <EmptyState title="No investor news yet.">The first piece appears here the moment it is published.</EmptyState>
    );
  }
  return (
    <>
      <NewsList label="Investor news" releases={releases} openId={openId} onOpen={setOpenId} />
      {error ? (
        <QueryFailure
          title="More news could not be loaded."
          error={error}
          onRetry={() => void (hasNextPage ? fetchNextPage() : refetch())}
          retrying={isFetching}
        />
      ) : null}
      {hasNextPage ? (
        <div className={classes.foot}>
          <Button variant="secondary" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
      {open ? <ArticleViewer key={open.id} release={open} onClose={() => setOpenId(null)} /> : null}
    </>
  );
}

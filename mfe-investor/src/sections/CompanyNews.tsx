import { EmptyState, Link } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useState } from 'react';
import { ArticleViewer, NewsList, NewsSkeleton } from '../news/NewsList.tsx';
import { usePressReleases } from '../news/news-api.ts';

/** How many pieces of company news a dashboard shows (specification, section 9). */
const MAX_RELEASES = 4;

/** The newest public releases, and the way to all of them. */
export default function CompanyNews() {
  return (
    <Panel title="Company News" actions={<Link to="/news">View All →</Link>}>
      <News />
    </Panel>
  );
}

function News() {
  const { data, error, isFetching, refetch } = usePressReleases({ query: { target: 'public', limit: MAX_RELEASES } });
  const [openId, setOpenId] = useState<string | null>(null);
  if (!data) {
    return error ? (
      <QueryFailure
        title="Company news could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <NewsSkeleton label="Loading company news" lines={4} />
    );
  }
  const releases = data.items.slice(0, MAX_RELEASES);
  const open = releases.find(({ id }) => id === openId);
  if (releases.length === 0) {
    return (
      <EmptyState title="No company news yet.">The first press release appears here and on the news page.</EmptyState>
    );
  }
  return (
    <>
      <NewsList label="Company news" releases={releases} openId={openId} onOpen={setOpenId} />
      {open ? <ArticleViewer key={open.id} release={open} onClose={() => setOpenId(null)} /> : null}
    </>
  );
}

import { EmptyState } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { PagedList } from '@cytocomm/portal-api';
import { useState } from 'react';
import { ArticleViewer } from '../news/ArticleViewer.tsx';
import { NewsList } from '../news/NewsList.tsx';
import { NewsSkeleton } from '../news/NewsSkeleton.tsx';
import { useInvestorNews } from '../news/news-api.ts';

/** News for investors, and the panel that shows a piece of it whole. */
export default function InvestorNews() {
  return (
    <Panel title="Investor news" lead="What the company tells its investors.">
      <News />
    </Panel>
  );
}

function News() {
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <PagedList
      query={useInvestorNews()}
      pending={<NewsSkeleton label="Loading investor news" lines={2} />}
      failed="Investor news could not be loaded."
      failedLater="More news could not be loaded."
    >
      {(releases) => {
        if (releases.length === 0) {
          return (
            <EmptyState title="No investor news yet.">
              The first piece appears here the moment it is published.
            </EmptyState>
          );
        }
        const open = releases.find(({ id }) => id === openId);
        return (
          <>
            <NewsList label="Investor news" releases={releases} openId={openId} onOpen={setOpenId} />
            {open ? <ArticleViewer key={open.id} release={open} onClose={() => setOpenId(null)} /> : null}
          </>
        );
      }}
    </PagedList>
  );
}

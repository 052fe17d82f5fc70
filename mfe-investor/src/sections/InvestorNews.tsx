import type { SectionProps } from '@cytocomm/contract';
import { EmptyState, useNavigate } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { PagedList } from '@cytocomm/portal-api';
import { useState } from 'react';
import { Article } from '../news/Article.tsx';
import { NewsList } from '../news/NewsList.tsx';
import { NewsSkeleton } from '../news/NewsSkeleton.tsx';
import { useInvestorNews } from '../news/news-api.ts';

/** The address of the tool where the shell does not say it. */
const PATH = '/dashboard/investor/news';

/** News for investors, and below its address each piece of it whole. */
export default function InvestorNews({ place }: Pick<SectionProps, 'place'>) {
  const { path, rest } = place ?? { path: PATH, rest: '' };
  const [id = ''] = rest.split('/');
  const navigate = useNavigate();
  // Where reading goes on when the article is closed.
  const [readLast, setReadLast] = useState<string | null>(null);
  if (id !== '' && id !== readLast) setReadLast(id);
  return (
    <Panel title="Investor news" lead="What the company tells its investors.">
      {id === '' ? (
        <News path={path} readLast={readLast} />
      ) : (
        <Article id={id} path={path} place={place} onClose={() => void navigate(path)} />
      )}
    </Panel>
  );
}

function News({ path, readLast }: { readonly path: string; readonly readLast: string | null }) {
  return (
    <PagedList
      query={useInvestorNews()}
      pending={<NewsSkeleton label="Loading investor news" lines={2} />}
      failed="Investor news could not be loaded."
      failedLater="More news could not be loaded."
    >
      {(releases) =>
        releases.length === 0 ? (
          <EmptyState title="No investor news yet.">
            The first piece appears here the moment it is published.
          </EmptyState>
        ) : (
          <NewsList label="Investor news" releases={releases} path={path} focusedId={readLast} />
        )
      }
    </PagedList>
  );
}

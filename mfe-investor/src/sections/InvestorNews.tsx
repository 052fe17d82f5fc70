import type { AdminPressRelease, PressRelease, SectionPlace, SectionProps } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { ButtonLink, EmptyState, useNavigate } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { PagedList, QueryFailure, useOpenedName } from '@cytocomm/portal-api';
import { useState } from 'react';
import { ArticleViewer, NewsList, NewsSkeleton } from '../news/NewsList.tsx';
import { useInvestorNews, usePressRelease } from '../news/news-api.ts';

/** Properties of {@link Article}. */
interface ArticleProps {
  readonly id: string;
  /** The address of the list. */
  readonly path: string;
  /** Where the article stands; undefined where the shell does not say it. */
  readonly place: SectionPlace | undefined;
  readonly onClose: () => void;
}

/** One piece of news at an address of its own. */
function Article({ id, path, place, onClose }: ArticleProps) {
  // Only what this address asked for: until it is here, or when it fails, the article of the last address is no answer.
  const { currentData, error, isFetching, refetch } = usePressRelease({ params: { id } });
  useOpenedName(place, currentData && isPublished(currentData) ? currentData.title : null);
  const isUnknown = isApiProblem(error) && (error.status === 404 || error.status === 400);
  if (isUnknown || (currentData && !isPublished(currentData))) {
    return (
      <EmptyState title="This article does not exist." action={<ButtonLink to={path}>All investor news</ButtonLink>}>
        It may have been taken back, or is not published yet.
      </EmptyState>
    );
  }
  if (currentData) return <ArticleViewer key={id} release={currentData} onClose={onClose} yieldsFocus />;
  if (!error) return <NewsSkeleton label="Loading the article" lines={2} />;
  return (
    <QueryFailure
      title="The article could not be loaded."
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

/** An admin is given drafts as well, which no investor reads. */
function isPublished(release: AdminPressRelease | PressRelease): release is PressRelease {
  return !('status' in release) || release.status === 'published';
}

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

import type { AdminPressRelease, PressRelease, SectionPlace } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { ButtonLink, EmptyState } from '@cytocomm/kit';
import { QueryFailure, useOpenedName } from '@cytocomm/portal-api';
import { ArticleViewer } from './ArticleViewer.tsx';
import { NewsSkeleton } from './NewsSkeleton.tsx';
import { useRelease } from './news-api.ts';

/** Properties of {@link Article}. */
export interface ArticleProps {
  readonly id: string;
  /** The address of the list. */
  readonly path: string;
  /** Where the article stands; undefined where the shell does not say it. */
  readonly place: SectionPlace | undefined;
  readonly onClose: () => void;
}

/** One piece of news at an address of its own. */
export function Article({ id, path, place, onClose }: ArticleProps) {
  // Only what this address asked for: until it is here, or when it fails, the article of the last address is no answer.
  const { currentData, error, isFetching, refetch } = useRelease({ params: { id } });
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

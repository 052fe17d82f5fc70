import type { ReleaseItem } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { Dialog } from '@cytocomm/kit';
import { TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useLiveLock } from '../live/live-api.ts';
import { PromoteDialog } from './PromoteDialog.tsx';

/** Properties of {@link PromoteRelease}. */
export interface PromoteReleaseProps {
  readonly release: ReleaseItem;
  readonly onClose: () => void;
}

/** Promotes a release after asking. A promotion is a change of what is live, so it begins when that is known. */
export function PromoteRelease({ release, onClose }: PromoteReleaseProps) {
  const { data, error, isFetching, refetch } = useLiveLock();
  // Nothing is live before the first promotion.
  const isFirst = isApiProblem(error) && error.code === 'not-found';
  if (data || isFirst) return <PromoteDialog release={release} live={data ?? null} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={`Promote ${release.remote} ${release.version}`}>
      {error ? (
        <QueryFailure
          title="What is live could not be loaded."
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <TableSkeleton label="Loading what is live" columns={2} rows={3} />
      )}
    </Dialog>
  );
}

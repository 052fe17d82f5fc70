import type { ReleaseItem } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { Button, Dialog } from '@cytocomm/kit';
import { TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useState } from 'react';
import { useLiveLock } from '../live/live-api.ts';
import { PromoteDialog } from './PromoteDialog.tsx';

/** Promotes a release after asking for whom and why. */
export function PromoteRelease({ release }: { readonly release: ReleaseItem }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon="upload"
        aria-label={`Promote ${release.remote} ${release.version}`}
        onClick={() => setOpen(true)}
      >
        Promote
      </Button>
      {open ? <PromoteOnLiveLock release={release} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

interface PromoteOnLiveLockProps {
  readonly release: ReleaseItem;
  readonly onClose: () => void;
}

/** A promotion is a change of what is live, so it begins when that is known. */
function PromoteOnLiveLock({ release, onClose }: PromoteOnLiveLockProps) {
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

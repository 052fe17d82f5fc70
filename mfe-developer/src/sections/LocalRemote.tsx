import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { Allowed } from '../local-remote/Allowed.tsx';
import { AllowForm } from '../local-remote/AllowForm.tsx';
import { useLocalRemote } from '../local-remote/local-remote-api.ts';

const LEAD =
  'See a remote that you work on inside this portal, with its data and the other remotes as they are live. Nobody else sees it.';

/** Lets pages of this browser load one remote from the developer's own machine. */
export default function LocalRemote() {
  return (
    <Panel title="Local remote" lead={LEAD}>
      <Permission />
    </Panel>
  );
}

function Permission() {
  const { data, error, isFetching, refetch } = useLocalRemote();
  if (data) return data.localRemote ? <Allowed localRemote={data.localRemote} /> : <AllowForm />;
  if (!error) return <TableSkeleton label="Loading the permission" columns={4} rows={1} />;
  const title = 'The permission could not be read.';
  return <QueryFailure title={title} error={error} onRetry={() => void refetch()} retrying={isFetching} />;
}

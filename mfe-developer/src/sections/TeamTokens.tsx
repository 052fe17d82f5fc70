import type { MintedTeamToken } from '@cytocomm/contract';
import { EmptyState } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useState } from 'react';
import { FirstRows } from '../rows/FirstRows.tsx';
import { NewToken } from '../tokens/NewToken.tsx';
import { TokenForm } from '../tokens/TokenForm.tsx';
import { TokenTable } from '../tokens/TokenTable.tsx';
import { useTeamTokens } from '../tokens/token-api.ts';

/** Tokens by which teams publish their remotes from where they build. */
export default function TeamTokens() {
  const [made, setMade] = useState<MintedTeamToken | null>(null);
  return (
    <Panel title="Team tokens" lead="With a token a team publishes its one remote from where it is built.">
      <TokenForm onMade={setMade} />
      {made ? <NewToken key={made.id} token={made} onKept={() => setMade(null)} /> : null}
      <Tokens />
    </Panel>
  );
}

function Tokens() {
  const { data, error, isFetching, refetch } = useTeamTokens();
  const failure = (title: string) => (
    <QueryFailure title={title} error={error} onRetry={() => void refetch()} retrying={isFetching} />
  );
  if (!data)
    return error ? (
      failure('The tokens could not be loaded.')
    ) : (
      <TableSkeleton label="Loading team tokens" columns={5} rows={3} />
    );
  return (
    <>
      {data.items.length === 0 ? (
        <EmptyState title="No team tokens.">Make one above for the team that publishes.</EmptyState>
      ) : (
        <FirstRows rows={data.items}>{(tokens) => <TokenTable tokens={tokens} />}</FirstRows>
      )}
      {error ? failure('The tokens could not be read again.') : null}
    </>
  );
}

import type { TeamToken } from '@cytocomm/contract';
import { type DataColumn, DataTable, RelativeTime } from '@cytocomm/kit';
import { EmailWords } from '@cytocomm/kit/dashboard';
import { AskButton } from '../asking/AskButton.tsx';
import { useRevokeTeamToken } from './token-api.ts';

const columns: readonly DataColumn<TeamToken>[] = [
  { key: 'name', header: 'Name', rowHeader: true, cell: ({ name }) => name },
  { key: 'remote', header: 'Remote', cell: ({ remote }) => <code>{remote}</code> },
  { key: 'by', header: 'Made by', cell: ({ createdBy }) => <EmailWords email={createdBy} /> },
  { key: 'expires', header: 'Expires', cell: ({ expiresAt }) => <RelativeTime date={expiresAt} /> },
  { key: 'actions', header: 'Actions', kind: 'actions', cell: (token) => <Revoke token={token} /> },
];

/** The tokens that have not expired. */
export function TokenTable({ tokens }: { readonly tokens: readonly TeamToken[] }) {
  return <DataTable caption="Team tokens" columns={columns} rows={tokens} rowKey={({ id }) => id} />;
}

function Revoke({ token: { id, name, remote } }: { readonly token: TeamToken }) {
  const [revoke] = useRevokeTeamToken();
  return (
    <AskButton
      label="Revoke"
      name={`Revoke ${name} of ${remote}`}
      icon="trash"
      question={`Revoke the token “${name}”?`}
      confirmLabel="Revoke token"
      isLoss
      onConfirm={() => revoke({ params: { id } })}
      done="Token revoked"
    >
      <p>Whoever publishes {remote} with it is refused from now on. What it has published stays.</p>
    </AskButton>
  );
}

import type { MintedTeamToken, TeamToken } from '@cytocomm/contract';
import {
  Button,
  type DataColumn,
  DataTable,
  EmptyState,
  ExactTime,
  Notice,
  RelativeTime,
  TextField,
  toast,
} from '@cytocomm/kit';
import { EmailWords, Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useEffect, useRef, useState } from 'react';
import { AskButton } from '../asking/AskButton.tsx';
import { FirstRows } from '../rows/FirstRows.tsx';
import { TokenForm, useRevokeTeamToken, useTeamTokens } from '../tokens/TokenForm.tsx';
import classes from '../tokens/tokens.module.css';

/** Properties of {@link NewToken}. */
interface NewTokenProps {
  readonly token: MintedTeamToken;
  /** The person says that the token is kept elsewhere. */
  readonly onKept: () => void;
}

/** A token that was just made, for the only time that it can be seen. */
function NewToken({ token: { token, name, remote, expiresAt }, onKept }: NewTokenProps) {
  const field = useRef<HTMLDivElement>(null);
  const input = () => field.current?.querySelector('input');
  useEffect(() => field.current?.querySelector('input')?.focus(), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      toast.success('Token copied');
    } catch {
      input()?.select();
      toast.error('The browser does not allow copying. The token is selected: copy it by hand.');
    }
  };

  return (
    <Notice tone="warning" live title="Copy this token now: it is not shown again." className={classes.made}>
      <p>
        “{name}” publishes {remote} until <ExactTime date={expiresAt} />. Anyone who has it can do so; keep it where
        secrets are kept, never in the sources.
      </p>
      <div ref={field} className={classes.secret}>
        <TextField label="New token" readOnly value={token} onFocus={({ target }) => target.select()} />
        <Button variant="secondary" icon="copy" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="quiet" onClick={onKept}>
          I have kept it
        </Button>
      </div>
    </Notice>
  );
}

const columns: readonly DataColumn<TeamToken>[] = [
  { key: 'name', header: 'Name', rowHeader: true, cell: ({ name }) => name },
  { key: 'remote', header: 'Remote', cell: ({ remote }) => <code>{remote}</code> },
  { key: 'by', header: 'Made by', cell: ({ createdBy }) => <EmailWords email={createdBy} /> },
  { key: 'expires', header: 'Expires', cell: ({ expiresAt }) => <RelativeTime date={expiresAt} /> },
  { key: 'actions', header: 'Actions', kind: 'actions', cell: (token) => <Revoke token={token} /> },
];

/** The tokens that have not expired. */
function TokenTable({ tokens }: { readonly tokens: readonly TeamToken[] }) {
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
      <p>Publishing {remote} with it is refused from now on. What it has published stays.</p>
    </AskButton>
  );
}

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

import type { MintedTeamToken } from '@cytocomm/contract';
import { Button, ExactTime, Notice, TextField, toast } from '@cytocomm/kit';
import { useEffect, useRef } from 'react';
import classes from './tokens.module.css';

/** Properties of {@link NewToken}. */
export interface NewTokenProps {
  readonly token: MintedTeamToken;
  /** The person says that the token is kept elsewhere. */
  readonly onKept: () => void;
}

/** A token that was just made, for the only time that it can be seen. */
export function NewToken({ token: { token, name, remote, expiresAt }, onKept }: NewTokenProps) {
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
        “{name}” publishes {remote} until <ExactTime date={expiresAt} />. Whoever has it can do so; keep it where
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

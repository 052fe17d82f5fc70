import type { MintedTeamToken } from '@cytocomm/contract';
import { Button, focusFirstError, TextField, toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { type FormEvent, useRef, useState } from 'react';
import { RemoteField } from '../live/RemoteField.tsx';
import { useMintTeamToken } from './token-api.ts';
import { type TokenFields, tokenProblems } from './token-fields.ts';
import classes from './tokens.module.css';

const EMPTY: TokenFields = { remote: '', name: '', days: '90' };

/** Makes a team token. What was typed stays when it fails. */
export function TokenForm({ onMade }: { readonly onMade: (token: MintedTeamToken) => void }) {
  const [fields, setFields] = useState(EMPTY);
  const [problems, setProblems] = useState<Partial<TokenFields>>({});
  const [mint, { isLoading, reset }] = useMintTeamToken();
  const form = useRef<HTMLFormElement>(null);

  const change = (next: Partial<TokenFields>) => {
    setFields({ ...fields, ...next });
    setProblems({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const wrong = tokenProblems(fields);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) {
      focusFirstError(form.current);
      return;
    }
    const { data, error } = await mint({
      body: { remote: fields.remote.trim(), name: fields.name.trim(), expiresInDays: Number(fields.days) },
    });
    // The store of the page does not keep the secret.
    reset();
    if (data === undefined) {
      toast.error(`The token was not made. ${problemMessage(error)}`);
      return;
    }
    onMade(data);
    setFields(EMPTY);
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label="Make a team token"
      onSubmit={(event) => void submit(event)}
      className={classes.form}
    >
      <RemoteField value={fields.remote} error={problems.remote} onChange={(remote) => change({ remote })} />
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={100}
        placeholder="Where it is used"
        value={fields.name}
        error={problems.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextField
        label="Valid for days"
        type="number"
        min={1}
        max={365}
        inputMode="numeric"
        value={fields.days}
        error={problems.days}
        onChange={({ target }) => change({ days: target.value })}
      />
      <Button type="submit" icon="plus" busy={isLoading} busyLabel="Making…">
        Make token
      </Button>
    </form>
  );
}

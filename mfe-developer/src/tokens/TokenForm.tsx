import { listTeamTokens, type MintedTeamToken, mintTeamToken, revokeTeamToken } from '@cytocomm/contract';
import { Button, focusFirstError, TextField, toast } from '@cytocomm/kit';
import { endpoint, mutation, problemMessage } from '@cytocomm/portal-api';
import { type FormEvent, useRef, useState } from 'react';
import { RemoteField } from '../live/RemoteField.tsx';
import classes from './tokens.module.css';

const tags = ['TeamToken'] as const;

export const { useQuery: useTeamTokens } = endpoint(listTeamTokens, { tags });
const { useMutation: useMintTeamToken } = mutation(mintTeamToken, { tags });
export const { useMutation: useRevokeTeamToken } = mutation(revokeTeamToken, { tags, evenIfRefused: true });

/** The fields of a new team token, as typed. */
interface TokenFields {
  readonly remote: string;
  readonly name: string;
  readonly days: string;
}

const REMOTE_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MAX_DAYS = 365;

/** Returns what is wrong, by field; nothing for fields that the API accepts. */
function tokenProblems({ remote, name, days }: TokenFields): Partial<TokenFields> {
  const number = Number(days);
  const isDays = Number.isInteger(number) && number >= 1 && number <= MAX_DAYS;
  return {
    ...(!REMOTE_NAME.test(remote.trim()) && { remote: 'The name of a remote, such as mfe-investor.' }),
    ...(name.trim() === '' && { name: 'Say where it is used, such as “release pipeline”.' }),
    ...(!isDays && { days: `A whole number from 1 to ${MAX_DAYS}.` }),
  };
}

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

import { TextField } from '@cytocomm/kit';
import { useId } from 'react';
import { useRemotes } from './live-api.ts';

/** A field for the name of a remote, which offers those that the portal knows. */
export function RemoteField({
  value,
  error,
  onChange,
}: {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (remote: string) => void;
}) {
  const remotes = useRemotes();
  const listId = useId();
  return (
    <>
      <TextField
        label="Remote"
        autoComplete="off"
        spellCheck={false}
        list={listId}
        placeholder="mfe-investor"
        value={value}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={listId}>
        {remotes.data?.items.map(({ remote }) => (
          <option key={remote} value={remote} />
        ))}
      </datalist>
    </>
  );
}

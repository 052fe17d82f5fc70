import { Button, focusFirstError, TextField, toast, useSearchParams } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { type FormEvent, useRef, useState } from 'react';
import { RemoteField } from '../live/RemoteField.tsx';
import classes from './local-remote.module.css';
import { useAllowLocalRemote } from './local-remote-api.ts';
import { type LocalRemoteFields, localRemoteProblems, trimmedFields } from './local-remote-fields.ts';

/**
 * Asks for the permission. The address may hold remote and origin (`local-remote`, `at`), as the terminal prints it; nothing is
 * sent before the person has pressed the button.
 */
export function AllowForm() {
  const [search] = useSearchParams();
  const [fields, setFields] = useState<LocalRemoteFields>({
    remote: search.get('local-remote') ?? '',
    origin: search.get('at') ?? '',
    hours: '4',
  });
  const [problems, setProblems] = useState<Partial<LocalRemoteFields>>({});
  const [allow, { isLoading }] = useAllowLocalRemote();
  const form = useRef<HTMLFormElement>(null);

  const change = (next: Partial<LocalRemoteFields>) => {
    setFields({ ...fields, ...next });
    setProblems({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const trimmed = trimmedFields(fields);
    const wrong = localRemoteProblems(trimmed);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) {
      focusFirstError(form.current);
      return;
    }
    const { error } = await allow({ body: { ...trimmed, hours: Number(trimmed.hours) } });
    if (error) toast.error(`This was not allowed. ${problemMessage(error)}`);
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label="Load a remote from your own machine"
      onSubmit={(event) => void submit(event)}
      className={classes.form}
    >
      <RemoteField value={fields.remote} error={problems.remote} onChange={(remote) => change({ remote })} />
      <TextField
        label="Address on your machine"
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        placeholder="http://localhost:4001"
        value={fields.origin}
        error={problems.origin}
        onChange={({ target }) => change({ origin: target.value })}
      />
      <TextField
        label="Hours"
        type="number"
        min={1}
        max={8}
        inputMode="numeric"
        value={fields.hours}
        error={problems.hours}
        onChange={({ target }) => change({ hours: target.value })}
      />
      <Button type="submit" busy={isLoading} busyLabel="Allowing…">
        Allow in this browser
      </Button>
    </form>
  );
}

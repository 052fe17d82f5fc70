import { Button, Notice } from '@cytocomm/kit';
import { FileDrop } from '@cytocomm/kit/dashboard';
import { useState } from 'react';
import { ImportRows } from './ImportRows.tsx';
import { signedInOrTold } from './outcome.tsx';
import { useImport } from './use-import.ts';
import classes from './users.module.css';

const HINT =
  'CSV in UTF-8, at most 5 MB and 50,000 people. Its first line names the columns: email, roles and, at will, name.';

/** Adds the people of a file: it is checked first, and added when the person has seen what would become of each row. */
export function ImportUsers() {
  const [file, setFile] = useState<File>();
  const { state, check, add, reset } = useImport();
  const isBusy = state.phase === 'checking' || state.phase === 'importing';

  const choose = ([chosen]: readonly File[]) => {
    reset();
    setFile(chosen);
    if (chosen !== undefined && signedInOrTold()) void check(chosen);
  };
  const addAll = () => {
    if (file !== undefined && signedInOrTold()) void add(file);
  };

  return (
    <section aria-label="Import users" className={classes.import}>
      <p>
        People are added with their roles and can sign in at once. Nobody who is there already is changed, nobody
        becomes an admin, and no mail is sent.
      </p>
      <FileDrop
        label="CSV file"
        hint={HINT}
        accept="text/csv,.csv"
        files={file === undefined ? [] : [file]}
        disabled={isBusy}
        onFiles={choose}
      />
      {state.phase === 'checking' ? <Notice live>Checking the file…</Notice> : null}
      {state.phase === 'importing' ? (
        <Notice live>
          {state.rows === 0
            ? 'Adding people…'
            : `${state.done.toLocaleString('en-US')} of ${state.rows.toLocaleString('en-US')} rows are done…`}{' '}
          Stay on this page until all are.
        </Notice>
      ) : null}
      {state.phase === 'failed' ? (
        <Notice tone="error" title="The import did not come to its end." live>
          <p>{state.failure}</p>
          {state.sum ? <p>Send the same file again: whoever was added is there already.</p> : null}
        </Notice>
      ) : null}
      {state.phase === 'done' ? (
        <Notice tone="success" title="The import is done." live>
          To tell the new people, show in the list who never signed in, and invite all of them.
        </Notice>
      ) : null}
      {state.phase === 'checked' || state.phase === 'done' ? (
        <ImportRows sum={state.sum} isPlan={state.phase === 'checked'} />
      ) : null}
      {state.phase === 'failed' && state.sum ? <ImportRows sum={state.sum} isPlan={false} /> : null}
      {state.phase === 'checked' && state.sum.counts.added > 0 ? (
        <Button icon="plus" onClick={addAll}>
          Add {state.sum.counts.added.toLocaleString('en-US')} {state.sum.counts.added === 1 ? 'user' : 'users'}
        </Button>
      ) : null}
      {state.phase === 'checked' && state.sum.counts.added === 0 ? (
        <Notice tone="warning">Nobody in this file would be added.</Notice>
      ) : null}
      {state.phase === 'failed' && file !== undefined ? (
        <Button variant="secondary" icon="retry" onClick={() => choose([file])}>
          Check the file again
        </Button>
      ) : null}
    </section>
  );
}

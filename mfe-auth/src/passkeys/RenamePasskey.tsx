import type { Passkey } from '@cytocomm/contract';
import { Button, Dialog, toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { type FormEvent, useRef, useState } from 'react';
import { PasskeyNameField } from './PasskeyNameField.tsx';
import { useRenamePasskey } from './passkey-api.ts';
import classes from './security.module.css';

/** Lets the person call a passkey by another name. */
export function RenamePasskey({ passkey: { id, name } }: { readonly passkey: Passkey }) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(name);
  const [error, setError] = useState<string | null>(null);
  const [rename, { isLoading }] = useRenamePasskey();
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted === '') return setError('Give it a name, so that you know it again.');
    const { error: refused } = await rename({ params: { id }, body: { name: wanted } });
    if (refused) return setError(problemMessage(refused));
    setOpen(false);
    toast.success('Passkey renamed');
  };
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Rename ${name}`}
        onClick={() => {
          setTyped(name);
          setError(null);
          setOpen(true);
        }}
      >
        Rename
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Rename this passkey" size="narrow" initialFocus={field}>
        <form noValidate onSubmit={(event) => void submit(event)} className={classes.form}>
          <PasskeyNameField ref={field} value={typed} error={error} onName={setTyped} />
          <Button type="submit" wide busy={isLoading} busyLabel="Saving...">
            Save
          </Button>
        </form>
      </Dialog>
    </>
  );
}

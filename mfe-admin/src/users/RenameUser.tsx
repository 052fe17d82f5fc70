import type { User } from '@cytocomm/contract';
import { Button, Dialog, TextField, toast } from '@cytocomm/kit';
import { type FormEvent, useId, useRef, useState } from 'react';
import { signedInOrTold, tellFailure } from './outcome.tsx';
import { useRenameUser } from './user-api.ts';

/** Calls a person by another name: a button, and behind it the field. */
export function RenameUser({ user: { email, name } }: { readonly user: User }) {
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string | null>(null);
  const [rename, { isLoading }] = useRenameUser();
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const close = () => {
    setTyped(undefined);
    setError(null);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed?.trim() ?? '';
    if (wanted === '') {
      setError('Enter a name.');
      field.current?.focus();
      return;
    }
    if (!signedInOrTold()) return;
    const result = await rename({ params: { email }, body: { name: wanted } });
    if (result.error) {
      tellFailure('Failed to change the name', result.error);
      return;
    }
    toast.success('Name changed');
    close();
  };

  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon="edit"
        aria-label={`Edit the name of ${email}`}
        onClick={() => setTyped(name)}
      />
      <Dialog
        open={typed !== undefined}
        onClose={close}
        title="Edit name"
        size="narrow"
        initialFocus={field}
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={isLoading} busyLabel="Saving...">
              Save name
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
          <TextField
            ref={field}
            label={`Name of ${email}`}
            maxLength={100}
            autoComplete="off"
            value={typed ?? ''}
            error={error}
            onChange={(event) => {
              setTyped(event.target.value);
              setError(null);
            }}
          />
        </form>
      </Dialog>
    </>
  );
}

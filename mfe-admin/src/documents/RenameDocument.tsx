import type { StoredDocument } from '@cytocomm/contract';
import { Button, Dialog, TextField, toast, VisuallyHidden } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useChangeDocument } from './document-api.ts';

/** Renames a document: a button, and behind it the field. What fails is said beside the field. */
export function RenameDocument({ document: { id, title } }: { readonly document: StoredDocument }) {
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string | null>(null);
  const [change, { isLoading }] = useChangeDocument();
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const close = () => {
    setTyped(undefined);
    setError(null);
  };
  const refuse = (reason: string) => {
    setError(reason);
    field.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const wanted = typed?.trim() ?? '';
    if (wanted === '') {
      refuse('Enter a title.');
      return;
    }
    const result = await change({ params: { id }, body: { title: wanted } });
    if (result.error) {
      refuse(`The title was not changed. ${problemMessage(result.error)}`);
      return;
    }
    toast.success('Document renamed');
    close();
  };

  return (
    <>
      <Button variant="quiet" size="small" icon="edit" aria-label={`Rename ${title}`} onClick={() => setTyped(title)}>
        <VisuallyHidden>Rename</VisuallyHidden>
      </Button>
      <Dialog
        open={typed !== undefined}
        onClose={close}
        title="Rename document"
        size="narrow"
        initialFocus={field}
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={isLoading} busyLabel="Saving...">
              Save title
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
          <TextField
            ref={field}
            label={`Title of “${title}”`}
            maxLength={200}
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

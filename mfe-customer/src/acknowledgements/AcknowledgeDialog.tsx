import { acknowledgeDocument, PERSON_NAME_LENGTH, type StoredDocument } from '@cytocomm/contract';
import { Button, CalendarDate, Dialog, Notice, TextField, toast } from '@cytocomm/kit';
import { mutation, problemMessage } from '@cytocomm/portal-api';
import { type FormEvent, useId, useRef, useState } from 'react';
import classes from './acknowledgements.module.css';

// A refusal may mean that what is shown is old: the document has another file.
const { useMutation: useAcknowledge } = mutation(acknowledgeDocument, {
  tags: ['Document'],
  evenIfRefused: true,
});

/** Properties of {@link AcknowledgeDialog}. */
export interface AcknowledgeDialogProps {
  /** The document as the person saw it. */
  readonly document: StoredDocument;
  readonly onClose: () => void;
}

/** Confirms that one has read a document: names it and its revision, takes the person's name, and says who sees it. */
export function AcknowledgeDialog({ document, onClose }: AcknowledgeDialogProps) {
  const { id, title, revision, validFrom, name: fileName, sha256 } = document;
  const [acknowledge, { isLoading }] = useAcknowledge();
  const [name, setName] = useState('');
  const [nameError, setNameError] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();

  // What is under way cannot be taken back, and what comes of it is said here.
  const close = () => {
    if (!isLoading) onClose();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    setRefusal(null);
    if (name.trim() === '') {
      setNameError('Enter your name.');
      field.current?.focus();
      return;
    }
    const { error } = await acknowledge({ params: { id }, body: { name: name.trim(), sha256 } });
    if (error) {
      setRefusal(`Nothing was confirmed. ${problemMessage(error)}`);
      return;
    }
    toast.success('Reading confirmed');
    onClose();
  };

  return (
    <Dialog
      open
      onClose={close}
      title="Confirm that you have read it"
      size="narrow"
      initialFocus={field}
      actions={
        <>
          <Button variant="secondary" aria-disabled={isLoading} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isLoading} busyLabel="Confirming...">
            Confirm
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
        <p>By your name you confirm that you have read this document as it is now.</p>
        <dl className={classes.facts}>
          <div>
            <dt>Document</dt>
            <dd>{title}</dd>
          </div>
          <div>
            <dt>Revision</dt>
            <dd>{revision ?? 'none given'}</dd>
          </div>
          {validFrom === undefined ? null : (
            <div>
              <dt>Valid from</dt>
              <dd>
                <CalendarDate date={validFrom} />
              </dd>
            </div>
          )}
          <div>
            <dt>File</dt>
            <dd>{fileName}</dd>
          </div>
        </dl>
        <TextField
          ref={field}
          label="Your full name"
          autoComplete="name"
          maxLength={PERSON_NAME_LENGTH}
          value={name}
          error={nameError}
          onChange={({ target }) => {
            setName(target.value);
            setNameError(null);
          }}
        />
        <p className={classes.note}>
          Administrators of Cytocomm see your name, your e-mail address, the document and the time. The confirmation is
          kept as a record and cannot be taken back.
        </p>
        {refusal === null ? null : (
          <Notice tone="error" live>
            {refusal}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

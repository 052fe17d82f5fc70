import { APPROVAL_NOTE_LENGTH } from '@cytocomm/contract';
import { Button, Dialog, TextArea } from '@cytocomm/kit';
import { useRef, useState } from 'react';

/** Properties of {@link NoteDialog}. */
export interface NoteDialogProps {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly confirmLabel: string;
  readonly needsNote: boolean;
  readonly onConfirm: (note: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the words that go with a question for approval, or with its refusal. */
export function NoteDialog({ title, label, hint, confirmLabel, needsNote, onConfirm, onCancel }: NoteDialogProps) {
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isMissing = needsNote && note.trim() === '';
  const confirm = () => {
    setAsked(true);
    if (isMissing) field.current?.focus();
    else onConfirm(note);
  };
  return (
    <Dialog
      open
      onClose={onCancel}
      title={title}
      size="narrow"
      initialFocus={field}
      actions={
        <>
          <Button variant="secondary" onClick={onCancel}>
            Not now
          </Button>
          <Button onClick={confirm}>{confirmLabel}</Button>
        </>
      }
    >
      <TextArea
        ref={field}
        label={label}
        hint={hint}
        rows={4}
        maxLength={APPROVAL_NOTE_LENGTH}
        value={note}
        error={asked && isMissing ? 'Say what has to be changed.' : undefined}
        onChange={({ target }) => setNote(target.value)}
      />
    </Dialog>
  );
}

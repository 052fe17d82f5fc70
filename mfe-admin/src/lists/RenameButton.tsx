import { Button, Dialog, TextField, VisuallyHidden } from '@cytocomm/kit';
import { type FormEvent, useId, useRef, useState } from 'react';

/** Properties of {@link RenameButton}. */
export interface RenameButtonProps {
  /** The name of the button. */
  readonly label: string;
  /** The title of the dialog. */
  readonly title: string;
  /** What the record has, with a capital: `Title`. */
  readonly part: string;
  /** The record as its field names it. */
  readonly of: string;
  /** What the record is called now. */
  readonly value: string;
  readonly maxLength: number;
  /**
   * Saves what was typed, without spaces around it. Resolves to null when it is saved and told, else to what is said beside the
   * field, which is empty when the person has been told already.
   */
  readonly onSave: (typed: string) => Promise<string | null>;
}

/** Calls a record of a list by another name: a button, and behind it the field. */
export function RenameButton({ label, title, part, of, value, maxLength, onSave }: RenameButtonProps) {
  const name = part.toLowerCase();
  // Undefined while the dialog is closed.
  const [draft, setDraft] = useState<{ readonly text: string; readonly error?: string }>();
  const [isSaving, setIsSaving] = useState(false);
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const close = () => setDraft(undefined);
  const refuse = (error: string) => {
    setDraft((before) => before && { ...before, error });
    field.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = draft?.text.trim();
    if (isSaving) return;
    if (!typed) {
      refuse(`Enter a ${name}.`);
      return;
    }
    setIsSaving(true);
    const refusal = await onSave(typed);
    setIsSaving(false);
    if (refusal === null) close();
    else if (refusal !== '') refuse(refusal);
  };

  return (
    <>
      <Button variant="quiet" size="small" icon="edit" aria-label={label} onClick={() => setDraft({ text: value })}>
        <VisuallyHidden>Rename</VisuallyHidden>
      </Button>
      <Dialog
        open={draft !== undefined}
        onClose={close}
        title={title}
        size="narrow"
        initialFocus={field}
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={isSaving} busyLabel="Saving...">
              Save {name}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
          <TextField
            ref={field}
            label={`${part} of ${of}`}
            maxLength={maxLength}
            autoComplete="off"
            value={draft?.text ?? ''}
            error={draft?.error ?? null}
            onChange={({ target }) => setDraft({ text: target.value })}
          />
        </form>
      </Dialog>
    </>
  );
}

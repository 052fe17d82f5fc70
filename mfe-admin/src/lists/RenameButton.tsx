import { Button, Dialog, TextField, toast, VisuallyHidden } from '@cytocomm/kit';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

import classes from './lists.module.css';

interface RenameButtonProps {
  /** The name of the button; on a card the first word of it is shown. */
  readonly label: `${'Rename' | 'Edit'} ${string}`;
  /** The title of the dialog. */
  readonly title: string;
  /** What the record has, with a capital: `Title`. */
  readonly part: string;
  /** The record as its field names it. */
  readonly of: string;
  /** What the record is called now. */
  readonly value: string;
  readonly maxLength: number;
  /** What is saved; the part by default. */
  readonly saved?: string;
  /** Fields besides the name. */
  readonly children?: ReactNode;
  /** Called when the dialog opens. */
  readonly onOpen?: () => void;
  /**
   * Saves what was typed, without spaces around it. Resolves to null on success, else to the error beside the field, which is empty
   * when a toast has shown it already.
   */
  readonly onSave: (typed: string) => Promise<string | null>;
}

/** What is in the dialog. */
interface Draft {
  readonly text: string;
  readonly error?: string | undefined;
  readonly isSaving?: boolean;
}

/** Calls a record of a list by another name: a button, and behind it the field, with others that the record has. */
export function RenameButton({
  label,
  title,
  part,
  of,
  value,
  maxLength,
  saved = part.toLowerCase(),
  children,
  onOpen,
  onSave,
}: RenameButtonProps) {
  const name = part.toLowerCase();
  // Undefined while the dialog is closed.
  const [draft, setDraft] = useState<Draft>();
  const shown = useRef<symbol>(undefined);
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  // Where the list is gone, no field says what was refused.
  useEffect(
    () => () => {
      shown.current = undefined;
    },
    [],
  );
  const open = () => {
    shown.current = Symbol();
    onOpen?.();
    setDraft({ text: value });
  };
  const close = () => {
    shown.current = undefined;
    setDraft(undefined);
  };
  const refuse = (error: string) => {
    setDraft((before) => before && { text: before.text, error: error || undefined });
    field.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = draft?.text.trim();
    if (draft?.isSaving) return;
    if (!typed) {
      refuse(`Enter a ${name}.`);
      return;
    }
    setDraft((before) => before && { ...before, isSaving: true });
    const { current } = shown;
    const refusal = await onSave(typed);
    // The dialog was closed meanwhile, and may have been opened again: another text is in it.
    if (shown.current !== current) {
      if (refusal) toast.error(refusal);
    } else if (refusal === null) close();
    else refuse(refusal);
  };

  return (
    <>
      <Button variant="quiet" size="small" icon="edit" aria-label={label} onClick={open}>
        <VisuallyHidden>{label.startsWith('Edit') ? 'Edit' : 'Rename'}</VisuallyHidden>
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
            <Button type="submit" form={formId} busy={draft?.isSaving === true} busyLabel="Saving...">
              Save {saved}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate className={classes.fields} onSubmit={(event) => void submit(event)}>
          <TextField
            ref={field}
            label={`${part} of ${of}`}
            maxLength={maxLength}
            autoComplete="off"
            value={draft?.text ?? ''}
            error={draft?.error ?? null}
            onChange={({ target }) =>
              setDraft((before) => before && { ...before, text: target.value, error: undefined })
            }
          />
          {children}
        </form>
      </Dialog>
    </>
  );
}

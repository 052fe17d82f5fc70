import { Button, TextField } from '@cytocomm/kit';
import { type FormEvent, type RefObject, useId, useState } from 'react';
import classes from './calendar.module.css';

/** Properties of {@link EventForm}. */
export interface EventFormProps {
  /** Names the form. */
  readonly label: string;
  readonly submitLabel: string;
  readonly initial: { readonly title: string; readonly day: string };
  /** Resolves to whether it was stored; then the form is as it began. */
  readonly onSubmit: (title: string, day: string) => Promise<boolean>;
  readonly onCancel?: () => void;
  /** Told at every change whether the form holds something else than at first. */
  readonly onEdited?: (edited: boolean) => void;
  /** Takes the title's field, for a dialog that opens with the focus there. */
  readonly firstField?: RefObject<HTMLInputElement | null>;
}

/** Title and date of an event. While one is missing nothing happens, and the line below says so. */
export function EventForm({ label, submitLabel, initial, onSubmit, onCancel, onEdited, firstField }: EventFormProps) {
  const [title, setTitle] = useState(initial.title);
  const [day, setDay] = useState(initial.day);
  const [busy, setBusy] = useState(false);
  const hintId = useId();
  const missing = missingParts(title, day);

  const change = (next: { readonly title: string; readonly day: string }) => {
    setTitle(next.title);
    setDay(next.day);
    onEdited?.(next.title !== initial.title || next.day !== initial.day);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (missing !== null || busy) return;
    setBusy(true);
    const stored = await onSubmit(title.trim(), day);
    setBusy(false);
    if (!stored) return;
    setTitle(initial.title);
    setDay(initial.day);
  };

  return (
    <div className={classes.place}>
      <form noValidate aria-label={label} onSubmit={(event) => void submit(event)} className={classes.form}>
        <TextField
          ref={firstField}
          label="Title"
          maxLength={200}
          value={title}
          onChange={(event) => change({ title: event.target.value, day })}
        />
        <TextField
          label="Date"
          type="date"
          value={day}
          onChange={(event) => change({ title, day: event.target.value })}
        />
        <div className={classes.actions}>
          <Button
            type="submit"
            busy={busy}
            aria-disabled={missing !== null}
            aria-describedby={missing === null ? undefined : hintId}
          >
            {submitLabel}
          </Button>
          {onCancel ? (
            <Button variant="secondary" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
        </div>
        {missing === null ? null : (
          <p id={hintId} className={classes.hint}>
            {missing}
          </p>
        )}
      </form>
    </div>
  );
}

function missingParts(title: string, day: string): string | null {
  if (title.trim() === '' && day === '') return 'A title and a date are needed first.';
  if (title.trim() === '') return 'A title is needed first.';
  return day === '' ? 'A date is needed first.' : null;
}

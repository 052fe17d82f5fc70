import { Button, TextField, toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { type FormEvent, useId, useState } from 'react';
import classes from './calendar.module.css';
import { type Day, momentOf } from './days.ts';
import { useAddEvent } from './event-api.ts';

/** Adds an event, for admins. While title or date is missing nothing happens, and the line beside the button says so. */
export function AddEventForm({ onAdded }: { readonly onAdded: (day: Day) => void }) {
  const [title, setTitle] = useState('');
  const [date, setDate] = useState<Day>('');
  const [addEvent, { isLoading }] = useAddEvent();
  const hintId = useId();
  const missing = missingParts(title, date);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (missing !== null) return;
    const { error } = await addEvent({ body: { title: title.trim(), date: momentOf(date) } });
    if (error) {
      toast.error(`The event was not added. ${problemMessage(error)}`);
      return;
    }
    toast.success('Event added');
    onAdded(date);
    setTitle('');
    setDate('');
  };

  return (
    <form noValidate aria-label="Add an event" onSubmit={(event) => void submit(event)} className={classes.form}>
      <TextField label="Title" maxLength={200} value={title} onChange={(event) => setTitle(event.target.value)} />
      <TextField label="Date" type="date" value={date} onChange={(event) => setDate(event.target.value)} />
      <Button
        type="submit"
        icon="plus"
        busy={isLoading}
        aria-disabled={missing !== null}
        aria-describedby={missing === null ? undefined : hintId}
      >
        Add Event
      </Button>
      {missing === null ? null : (
        <p id={hintId} className={classes.hint}>
          {missing}
        </p>
      )}
    </form>
  );
}

function missingParts(title: string, date: Day): string | null {
  if (title.trim() === '' && date === '') return 'A title and a date are needed first.';
  if (title.trim() === '') return 'A title is needed first.';
  return date === '' ? 'A date is needed first.' : null;
}

import { Button, focusFirstError, Notice, TextField } from '@cytocomm/kit';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type EventDraft, eventOf, faultsIn, missingIn } from './event-draft.ts';
import classes from './form.module.css';
import { keepUnsavedEvent, type SendOutcome, sendUnsavedEvent, unsavedEvent } from './unsaved-event.ts';
import { WhenFields } from './WhenFields.tsx';
import { WhoFields } from './WhoFields.tsx';

/** Properties of {@link EventForm}. */
export interface EventFormProps {
  /** Names the form. */
  readonly label: string;
  readonly submitLabel: string;
  /** The event that is edited; null for a new one. */
  readonly id: string | null;
  /** Whether it is sent to be added, under its key; else it changes an event. */
  readonly isAdded: boolean;
  readonly initial: EventDraft;
  /** Takes a draft without faults, and the key of its text. Resolves to what became of it; the form is left when it was stored. */
  readonly onSubmit: (draft: EventDraft, key: string) => Promise<SendOutcome>;
  /** Leaves the form. */
  readonly onLeave: () => void;
}

/** What is said of what was sent to be added, or changed, and not answered. */
const [ADDED_BEFORE, CHANGED_BEFORE] = [
  'The page was left before the answer came: it may be saved already. Sent as it is, it is not added twice.',
  'The page was left before the answer came, and the event does not say this now: save it again, or discard it.',
];

/**
 * The form of an event. While title or date is missing, or a date cannot be read, nothing happens, and the line below says so.
 * What is not saved stays in the tab, and is there again when the form is opened next. Nothing changes while it is sent.
 */
export function EventForm({ label, submitLabel, id, isAdded, initial, onSubmit, onLeave }: EventFormProps) {
  const [left, setLeft] = useState(() => unsavedEvent(id, initial));
  const [formId] = useState(() => left?.formId ?? crypto.randomUUID());
  const [draft, setDraft] = useState(left?.draft ?? initial);
  const [sent, setSent] = useState(left?.sent ?? null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const hintId = useId();
  const missing = missingIn(draft);
  const faults = faultsIn(draft);
  const edited = JSON.stringify(draft) !== JSON.stringify(initial);
  useWarningAtUnload(edited);
  useEffect(() => {
    if (!busy) keepUnsavedEvent(id, formId, edited ? { initial, draft, sent } : null);
  }, [id, formId, edited, busy, initial, draft, sent]);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const change = (fields: Partial<EventDraft>) => {
    if (!busy) setDraft((before) => ({ ...before, ...fields }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (missing !== null || busy) return;
    setTried(true);
    if (Object.keys(faults).length > 0) return focusFirstError(form.current);
    // The same text, sent again after a failure, is added once.
    const text = JSON.stringify(eventOf(draft));
    const sending = sent?.text === text ? sent : { text, key: crypto.randomUUID() };
    setSent(sending);
    setBusy(true);
    const unsaved = { initial, draft, sent: sending };
    const outcome = await sendUnsavedEvent(id, formId, unsaved, () => onSubmit(draft, sending.key));
    // A person who has moved on stays where they are, with what they write there.
    if (outcome === 'stored' && isShown.current) leave();
    else setBusy(false);
    // Under its key it would be refused for ever.
    if (outcome === 'refused') setSent(null);
  };
  const leave = () => {
    keepUnsavedEvent(id, formId, null);
    onLeave();
  };
  const discardLeft = () => {
    // What is sent may fail, and is needed then.
    if (busy) return;
    setLeft(null);
    setDraft(initial);
  };
  const part = { draft, faults: tried ? faults : {}, readOnly: busy, onChange: change };

  return (
    <>
      {left && edited ? (
        <Notice title={left.mayBeSaved ? 'You sent this before.' : 'You wrote this here before, and it is not saved.'}>
          <p>{left.mayBeSaved ? (isAdded ? ADDED_BEFORE : CHANGED_BEFORE) : 'It was kept in this tab.'}</p>
          <Button variant="quiet" size="small" aria-disabled={busy} onClick={discardLeft}>
            Discard it
          </Button>
        </Notice>
      ) : null}
      <form ref={form} noValidate aria-label={label} onSubmit={(event) => void submit(event)} className={classes.form}>
        <TextField
          label="Title"
          readOnly={busy}
          maxLength={200}
          value={draft.title}
          onChange={({ target }) => change({ title: target.value })}
        />
        <WhenFields key={left === null ? 'own' : 'left'} {...part} />
        <TextField
          label="Place (optional)"
          readOnly={busy}
          maxLength={200}
          value={draft.place}
          onChange={({ target }) => change({ place: target.value })}
        />
        <TextField
          label="Link (optional)"
          readOnly={busy}
          type="url"
          maxLength={1000}
          placeholder="https://"
          value={draft.url}
          error={part.faults.url}
          onChange={({ target }) => change({ url: target.value })}
        />
        <WhoFields {...part} />
        <div className={classes.actions}>
          <Button
            type="submit"
            busy={busy}
            aria-disabled={missing !== null}
            aria-describedby={missing === null ? undefined : hintId}
          >
            {submitLabel}
          </Button>
          <Button variant="secondary" onClick={edited ? () => setAsks(true) : leave}>
            Cancel
          </Button>
        </div>
        {missing === null ? null : (
          <p id={hintId} className={classes.hint}>
            {missing}
          </p>
        )}
      </form>
      <ConfirmDialog
        open={asks}
        question="Discard what you changed?"
        confirmLabel="Discard it"
        cancelLabel="Keep editing"
        isLoss
        onCancel={() => setAsks(false)}
        onConfirm={leave}
      >
        <p>What you wrote is not saved. Nothing keeps it.</p>
      </ConfirmDialog>
    </>
  );
}

/** Has the browser ask before the page goes, while something would be lost. */
function useWarningAtUnload(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOn]);
}

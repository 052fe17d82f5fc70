import { Button, Checkbox, focusFirstError, Notice, TextField } from '@cytocomm/kit';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { RichTextEditor } from '../editor/RichTextEditor.tsx';
import { AskToMail } from './AskToMail.tsx';
import { Preview } from './Preview.tsx';
import { PublishResult } from './PublishResult.tsx';
import classes from './press-releases.module.css';
import { mailedNow, missingIn, type ReleaseDraft } from './release-draft.ts';
import { SaveNote, type SaveNoteProps } from './SaveNote.tsx';
import { type PublishOptions, usePublish } from './use-publish.ts';
import type { Merged } from './use-release-writing.ts';
import { WhenField } from './WhenField.tsx';

/** Properties of {@link ReleaseForm}. */
export interface ReleaseFormProps extends PublishOptions, SaveNoteProps {
  readonly onChange: (part: Partial<ReleaseDraft>) => void;
  /** It is out already: to publish it changes it where it is read. */
  readonly isOut: boolean;
  /** This text was just made of two. */
  readonly merged: Merged;
}

const submitLabels = { now: 'Publish', later: 'Schedule', draft: 'Save draft' } as const;

/** Writes a press release, or changes one. */
export function ReleaseForm({ onChange, isOut, merged, state, onRetry, ...options }: ReleaseFormProps) {
  const { draft, wasMailed } = options;
  const form = useRef<HTMLFormElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState(false);
  const [asksToMail, setAsksToMail] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  const { news, busy, submit, sendTest } = usePublish(options);
  // An error goes as soon as its field is right.
  const missing = asked ? missingIn(draft) : null;
  const topics = mailedNow(draft, wasMailed);

  // Made of two at Publish, it is one button away from being published; else one writes on.
  useEffect(() => {
    if (merged === 'publishing') submitButton.current?.focus();
    else if (merged === 'writing') form.current?.querySelector('input')?.focus();
  }, [merged]);

  const complete = (): boolean => {
    const isComplete = missingIn(draft) === null;
    setAsked(!isComplete);
    if (!isComplete) focusFirstError(form.current);
    return isComplete;
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!complete()) return;
    if (topics === null) submit();
    else setAsksToMail(true);
  };

  return (
    <form ref={form} noValidate aria-label="Press release" onSubmit={onSubmit} className={classes.form}>
      <TextField
        label="Title"
        maxLength={200}
        value={draft.title}
        error={missing?.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <RichTextEditor
        label="Content"
        value={draft.content}
        error={missing?.content ?? null}
        onChange={(content) => onChange({ content })}
      />
      <fieldset className={classes.choices}>
        <legend>Target</legend>
        <Checkbox
          label="Public"
          checked={draft.forPublic}
          onChange={(event) => onChange({ forPublic: event.target.checked })}
        />
        <Checkbox
          label="Investors"
          checked={draft.forInvestors}
          onChange={(event) => onChange({ forInvestors: event.target.checked })}
        />
        {missing?.target ? (
          <p role="alert" className={classes.missing}>
            {missing.target}
          </p>
        ) : null}
      </fieldset>
      <WhenField draft={draft} error={missing?.at} onChange={onChange} />
      <Checkbox
        label="E-mail it to subscribers when it appears"
        hint={wasMailed ? 'It went out by mail already, and does not go out again.' : undefined}
        checked={draft.sendEmail}
        disabled={wasMailed}
        onChange={(event) => onChange({ sendEmail: event.target.checked })}
      />
      <div className={classes.actions}>
        <Button ref={submitButton} type="submit" busy={busy} busyLabel="Submitting...">
          {isOut && draft.when === 'now' ? 'Update' : submitLabels[draft.when]}
        </Button>
        <Button variant="secondary" icon="eye" onClick={() => setPreviewing(true)}>
          Preview
        </Button>
        <Button variant="quiet" icon="mail" disabled={busy} onClick={() => complete() && sendTest()}>
          Send me a test mail
        </Button>
      </div>
      {merged ? (
        <Notice tone="info" title="Both texts are one now." live>
          <p>{merged === 'publishing' ? 'It is not published yet: read it, then publish it.' : 'Go on writing.'}</p>
        </Notice>
      ) : null}
      <SaveNote state={state} onRetry={onRetry} />
      <PublishResult news={news} />
      {asksToMail && topics ? (
        <AskToMail
          topics={topics}
          onCancel={() => setAsksToMail(false)}
          onConfirm={() => {
            setAsksToMail(false);
            submit();
          }}
        />
      ) : null}
      <Preview draft={draft} open={previewing} onClose={() => setPreviewing(false)} />
    </form>
  );
}

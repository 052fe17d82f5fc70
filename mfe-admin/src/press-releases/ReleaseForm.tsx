import { previewOfHtml } from '@cytocomm/contract';
import { Button, Checkbox, focusFirstError, Notice, TextField } from '@cytocomm/kit';
import { type FormEvent, useRef, useState } from 'react';
import { RichTextEditor } from '../editor/RichTextEditor.tsx';
import { AskToMail } from './AskToMail.tsx';
import { Preview } from './Preview.tsx';
import classes from './press-releases.module.css';
import { type DraftText, mailedNow, missingIn, type ReleaseDraft } from './release-draft.ts';
import { type SubmitNews, useSubmitRelease } from './use-submit-release.ts';
import { WhenField } from './WhenField.tsx';

/** Properties of {@link ReleaseForm}. */
export interface ReleaseFormProps {
  readonly draft: ReleaseDraft;
  readonly onChange: (part: Partial<ReleaseDraft>) => void;
  /** Empties the form, after asking when something would be lost. */
  readonly onClear: () => void;
  /** It was sent: nothing is lost by emptying it. */
  readonly onSent: () => void;
}

/** How much of the other text a conflict shows, in characters. */
const THEIRS_LENGTH = 300;

const submitLabels = { now: 'Publish', later: 'Schedule', draft: 'Save draft' } as const;

/** Writes a press release, or changes one. */
export function ReleaseForm({ draft, onChange, onClear, onSent }: ReleaseFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [asked, setAsked] = useState(false);
  const [asksToMail, setAsksToMail] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  const { news, busy, submit, sendTest } = useSubmitRelease(draft, onChange, onSent);
  // An error goes as soon as its field is right.
  const missing = asked ? missingIn(draft) : null;
  const topics = mailedNow(draft);
  const write = (part: Partial<DraftText>) => onChange({ ...part, isTouched: true });

  const complete = (): boolean => {
    const isComplete = missingIn(draft) === null;
    setAsked(!isComplete);
    if (!isComplete) focusFirstError(form.current);
    return isComplete;
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The second press of a double click meets the form that the first one has emptied.
    if (news.kind === 'done' && draft.title === '' && draft.content === '') return;
    if (!complete()) return;
    if (topics === null) submit();
    else setAsksToMail(true);
  };

  return (
    <form ref={form} noValidate aria-label="Press release" onSubmit={onSubmit} className={classes.form}>
      {draft.changing ? (
        <div className={classes.changing}>
          <p>You are changing a release that exists.</p>
          <Button variant="quiet" size="small" onClick={onClear}>
            Write a new one instead
          </Button>
        </div>
      ) : null}
      <TextField
        label="Title"
        maxLength={200}
        value={draft.title}
        error={missing?.title}
        onChange={(event) => write({ title: event.target.value })}
      />
      <RichTextEditor
        label="Content"
        value={draft.content}
        error={missing?.content ?? null}
        onChange={(content) => write({ content })}
      />
      <fieldset className={classes.choices}>
        <legend>Target</legend>
        <Checkbox
          label="Public"
          checked={draft.forPublic}
          onChange={(event) => write({ forPublic: event.target.checked })}
        />
        <Checkbox
          label="Investors"
          checked={draft.forInvestors}
          onChange={(event) => write({ forInvestors: event.target.checked })}
        />
        {missing?.target ? (
          <p role="alert" className={classes.missing}>
            {missing.target}
          </p>
        ) : null}
      </fieldset>
      <WhenField draft={draft} error={missing?.at} onChange={write} />
      <Checkbox
        label="E-mail it to subscribers when it appears"
        hint={draft.wasMailed ? 'It went out by mail already, and does not go out again.' : undefined}
        checked={draft.sendEmail}
        disabled={draft.wasMailed}
        onChange={(event) => write({ sendEmail: event.target.checked })}
      />
      <div className={classes.actions}>
        <Button type="submit" busy={busy} busyLabel="Submitting...">
          {draft.isOut && draft.when === 'now' ? 'Save changes' : submitLabels[draft.when]}
        </Button>
        <Button variant="secondary" icon="eye" onClick={() => setPreviewing(true)}>
          Preview
        </Button>
        <Button variant="quiet" icon="mail" disabled={busy} onClick={() => complete() && sendTest()}>
          Send me a test mail
        </Button>
      </div>
      <News news={news} />
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

function News({ news }: { readonly news: SubmitNews }) {
  switch (news.kind) {
    case 'none':
      return null;
    case 'done':
      return (
        <Notice tone="success" title={news.words} live>
          {news.detail ? <p>{news.detail}</p> : null}
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="error" title="Failed to submit press release." live>
          <p>{news.reason} What you wrote is still here.</p>
        </Notice>
      );
    case 'overtaken':
      return (
        <Notice tone="warning" title="Failed to submit press release." live>
          <p>Somebody else has changed this release since you opened it. What you wrote is still here.</p>
          <dl className={classes.theirs}>
            <dt>Their title</dt>
            <dd>{news.theirs.title}</dd>
            <dt>Their text</dt>
            <dd>{previewOfHtml(news.theirs.content, THEIRS_LENGTH)}</dd>
          </dl>
          <div className={classes.actions}>
            <Button variant="secondary" size="small" onClick={news.takeTheirs}>
              Use their version
            </Button>
            <Button variant="quiet" size="small" onClick={news.overwrite}>
              Replace it with mine
            </Button>
          </div>
        </Notice>
      );
  }
}

import { Button, Checkbox, Notice, TextField } from '@cytocomm/kit';
import { type FormEvent, useState } from 'react';
import { RichTextEditor } from '../editor/RichTextEditor.tsx';
import { Preview } from './Preview.tsx';
import classes from './press-releases.module.css';
import { type Missing, missingIn, type ReleaseDraft } from './release-draft.ts';
import { type SubmitNews, useSubmitRelease } from './use-submit-release.ts';
import { WhenField } from './WhenField.tsx';

/** Properties of {@link ReleaseForm}. */
export interface ReleaseFormProps {
  readonly draft: ReleaseDraft;
  readonly onChange: (part: Partial<ReleaseDraft>) => void;
  readonly onClear: () => void;
}

const submitLabels = { now: 'Publish', later: 'Schedule', draft: 'Save draft' } as const;

/** Writes a press release, or changes one. */
export function ReleaseForm({ draft, onChange, onClear }: ReleaseFormProps) {
  const [missing, setMissing] = useState<Missing | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const { news, busy, submit, sendTest } = useSubmitRelease(draft, onChange, onClear);

  const complete = (): boolean => {
    const found = missingIn(draft);
    setMissing(found);
    return found === null;
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The second press of a double click meets the form that the first one has emptied.
    if (news.kind === 'done' && draft.title === '' && draft.content === '') return;
    if (complete()) submit();
  };

  return (
    <form noValidate aria-label="Press release" onSubmit={onSubmit} className={classes.form}>
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
        checked={draft.sendEmail}
        onChange={(event) => onChange({ sendEmail: event.target.checked })}
      />
      <div className={classes.actions}>
        <Button type="submit" busy={busy} busyLabel="Submitting...">
          {submitLabels[draft.when]}
        </Button>
        <Button variant="secondary" icon="eye" onClick={() => setPreviewing(true)}>
          Preview
        </Button>
        <Button variant="quiet" icon="mail" disabled={busy} onClick={() => complete() && sendTest()}>
          Send me a test mail
        </Button>
      </div>
      <News news={news} />
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
          <p>Somebody else has changed this release since you took it up. What you wrote is still here.</p>
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

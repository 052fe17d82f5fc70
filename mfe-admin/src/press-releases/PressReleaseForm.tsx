import type { AlertTopic, PressReleaseApproval } from '@cytocomm/contract';
import { Button, Checkbox, focusFirstError, Notice, TextField, toast } from '@cytocomm/kit';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import { useSession } from '@cytocomm/session';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { RichTextEditor } from '../editor/RichTextEditor.tsx';
import { people, useAlertAudience } from '../lists/audience.ts';
import { type ApprovalOptions, ApprovalPanel, useApproval } from './approval/ApprovalPanel.tsx';
import type { ChoicePlace } from './conflict.ts';
import { SaveNote, type SaveNoteProps, TargetField, WhenField } from './FormFields.tsx';
import { Preview } from './Preview.tsx';
import { PublishResult } from './PublishResult.tsx';
import { groupsIn, mailedNow, missingIn, type PressReleaseDraft, publicationDraft } from './press-release-draft.ts';
import classes from './press-releases.module.css';
import { type PublishOptions, usePublish } from './use-publish.ts';

interface AskToMailProps {
  readonly topics: readonly AlertTopic[];
  /** For which groups alone; none: for all. */
  readonly groups: readonly string[];
  /** Called with the number of recipients; undefined while it is not counted. */
  readonly onConfirm: (recipients: number | undefined) => void;
  readonly onCancel: () => void;
}

/** Shows how many people a release goes out to, before it does. */
function AskToMail({ topics, groups, onConfirm, onCancel }: AskToMailProps) {
  const { data, error } = useAlertAudience({
    query: { topics: [...topics], ...(groups.length > 0 && { groups: [...groups] }) },
  });
  const hasNoRecipients = data?.recipients === 0;
  return (
    <ConfirmDialog
      open
      question={hasNoRecipients ? 'Publish it?' : 'Publish and e-mail it?'}
      confirmLabel={hasNoRecipients ? 'Publish' : 'Publish and e-mail'}
      cancelLabel="Not yet"
      onConfirm={() => onConfirm(data?.recipients)}
      onCancel={onCancel}
    >
      <p aria-live="polite">{reachOf(data?.recipients, error !== undefined)}</p>
      {hasNoRecipients ? null : <p>What has left cannot be called back.</p>}
    </ConfirmDialog>
  );
}

function reachOf(recipients: number | undefined, isUnknown: boolean): string {
  if (recipients === undefined)
    return isUnknown ? 'How many people get it could not be counted.' : 'Counting who gets it …';
  if (recipients === 0) return 'No one has asked for such news by mail, so no mail goes out.';
  return `It goes to ${people(recipients)} at once.`;
}

interface PressReleaseFormProps
  extends PublishOptions,
    SaveNoteProps,
    Pick<ApprovalOptions, 'meetAtApproval' | 'onAnswer'> {
  /** Only where a second person approves. */
  readonly approval: PressReleaseApproval | undefined;
  readonly onChange: (part: Partial<PressReleaseDraft>) => void;
  /** It is out already: to publish it changes it where it is read. */
  readonly isOut: boolean;
  /** This text was just chosen of two. */
  readonly chosenAt: ChoicePlace;
  /** After the other buttons: what else can be done with it. */
  readonly children: ReactNode;
}

const CHOSEN = 'This is the text you chose.';
const chosenWords: Readonly<Record<NonNullable<ChoicePlace>, { readonly title: string; readonly words: string }>> = {
  writing: { title: CHOSEN, words: 'Go on writing.' },
  publishing: { title: CHOSEN, words: 'It is not published yet: read it, then publish it.' },
  approval: { title: CHOSEN, words: 'It is not approved yet: read it, then go on.' },
  present: { title: 'Somebody else saved it just now.', words: 'This is the present text.' },
  theirs: { title: 'It was changed meanwhile: nothing was done.', words: 'This is the present text. Read it again.' },
};
const submitLabels = { now: 'Publish', later: 'Schedule', draft: 'Save draft' } as const;

/** Writes a press release, or changes one. */
export function PressReleaseForm({
  onChange,
  isOut,
  chosenAt,
  approval,
  meetAtApproval,
  onAnswer,
  state,
  isKept,
  onRetry,
  children,
  ...options
}: PressReleaseFormProps) {
  const { draft, wasMailed } = options;
  const form = useRef<HTMLFormElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isStored] = useState(() => options.storedRelease() !== null);
  const [asked, setAsked] = useState(false);
  // What is published when the person has seen whom it goes to.
  const [toMail, setToMail] = useState<PressReleaseDraft | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const { news, busy, submit, sendTest, noteSaved } = usePublish(options);
  const approving = useApproval({ ...options, meetAtApproval, onAnswer });
  const me = useSession(({ email }) => email);
  // An error goes as soon as its field is right.
  const missing = asked ? missingIn(draft) : null;
  const topics = toMail && mailedNow(toMail, wasMailed);
  // Nothing that waits for a second person is offered to be published.
  const isHeld = approval !== undefined && approval.state !== 'approved' && draft.when !== 'draft';

  const saved = useEffectEvent(noteSaved);
  useEffect(() => {
    if (state.kind === 'saved') saved();
  }, [state]);

  // Chosen at Publish, it is one button away from being published, or from being asked for; else one writes on.
  useEffect(() => {
    if (chosenAt === 'writing') form.current?.querySelector('input')?.focus();
    else if (chosenAt === 'publishing') (submitButton.current ?? panel.current)?.focus();
    else if (chosenAt !== null && chosenAt !== 'present') panel.current?.focus();
  }, [chosenAt]);

  const complete = (): boolean => {
    const isComplete = missingIn(draft) === null;
    setAsked(!isComplete);
    if (!isComplete) focusFirstError(form.current);
    return isComplete;
  };
  const publish = (sent: PressReleaseDraft) => {
    if (mailedNow(sent, wasMailed) === null) submit(sent);
    else setToMail(sent);
  };
  const approve = async (next: () => void) => {
    if (await approving.approve()) next();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (complete()) publish(draft);
  };

  return (
    <form ref={form} noValidate aria-label="Press release" onSubmit={onSubmit} className={classes.form}>
      <div className={classes.text}>
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
      </div>
      <div className={classes.terms}>
        <SaveNote state={state} isKept={isKept} onRetry={onRetry} />
        <TargetField draft={draft} isStored={isStored} error={missing?.target} onChange={onChange} />
        <WhenField draft={draft} error={missing?.at} onChange={onChange} />
        <Checkbox
          label="E-mail it to subscribers when it appears"
          hint={wasMailed ? 'It went out by mail already, and does not go out again.' : undefined}
          checked={draft.sendEmail}
          disabled={wasMailed}
          onChange={(event) => onChange({ sendEmail: event.target.checked })}
        />
        <div className={classes.actions}>
          {isHeld ? null : (
            <Button ref={submitButton} type="submit" busy={busy} busyLabel="Submitting...">
              {isOut && draft.when === 'now' ? 'Update' : submitLabels[draft.when]}
            </Button>
          )}
          <Button variant="secondary" icon="eye" onClick={() => setPreviewing(true)}>
            Preview
          </Button>
        </div>
        <div className={classes.quietActions}>
          <Button variant="quiet" icon="mail" disabled={busy} onClick={() => complete() && sendTest()}>
            Send me a test mail
          </Button>
          {children}
        </div>
        {approval ? (
          <div ref={panel} tabIndex={-1} className={classes.panel}>
            <ApprovalPanel
              {...approving}
              busy={busy || approving.busy}
              approval={approval}
              me={me ?? ''}
              appearing={{ draft: publicationDraft(draft), isOut, wasMailed }}
              isPlanned={options.storedRelease()?.status === 'scheduled'}
              complete={complete}
              onApprove={() => void approve(() => toast.success('Approved. Its writers are told.'))}
              onApproveAndPublish={() => void approve(() => publish(publicationDraft(draft)))}
              onPublish={() => publish(publicationDraft(draft))}
            />
          </div>
        ) : null}
        {chosenAt ? (
          <Notice tone={chosenAt === 'theirs' ? 'warning' : 'info'} title={chosenWords[chosenAt].title} live>
            <p>{chosenWords[chosenAt].words}</p>
          </Notice>
        ) : null}
        <PublishResult news={news} />
      </div>
      {toMail && topics ? (
        <AskToMail
          topics={topics}
          groups={groupsIn(toMail)}
          onCancel={() => setToMail(null)}
          onConfirm={(recipients) => {
            setToMail(null);
            submit(toMail, recipients);
          }}
        />
      ) : null}
      <Preview draft={draft} open={previewing} onClose={() => setPreviewing(false)} />
    </form>
  );
}

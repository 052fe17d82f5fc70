import {
  type AdminPressRelease,
  APPROVAL_NOTE_LENGTH,
  approvePressRelease,
  askForApproval,
  declinePressRelease,
  type PressReleaseApproval,
  withdrawApproval,
} from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { Button, Dialog, Notice, type NoticeProps, RelativeTime, TextArea, toast } from '@cytocomm/kit';
import { mutation, problemMessage } from '@cytocomm/portal-api';
import { useRef, useState } from 'react';
import { people, useAlertAudience } from '../../lists/audience.ts';
import type { SaveOutcome } from '../autosave.ts';
import {
  groupsIn,
  momentWords,
  type PressReleaseDraft,
  plannedMoment,
  type StoredPressRelease,
  topicsOf,
} from '../press-release-draft.ts';
import classes from '../press-releases.module.css';
import { useOnce } from '../use-once.ts';

const tags = ['PressRelease', 'Notification'] as const;
const options = { tags, evenIfRefused: true };

const { useMutation: useAskForApproval } = mutation(askForApproval, options);
const { useMutation: useApprovePressRelease } = mutation(approvePressRelease, options);
const { useMutation: useDeclinePressRelease } = mutation(declinePressRelease, options);
const { useMutation: useWithdrawApproval } = mutation(withdrawApproval, options);

/** Properties of {@link useApproval}. */
export interface ApprovalOptions {
  /** Saves what is not saved yet. */
  readonly flush: () => Promise<boolean>;
  readonly storedRelease: () => StoredPressRelease | null;
  /** Meets what somebody else saved first: resolves to `saved` when it says the same. */
  readonly meetAtApproval: () => Promise<SaveOutcome>;
  /** Takes the approval that the server answered with. */
  readonly onAnswer: (release: AdminPressRelease) => void;
}

type Answer = { readonly data?: AdminPressRelease | undefined; readonly error?: unknown };
type Send = (release: StoredPressRelease) => Promise<Answer>;

/** Asks for the approval of what stands in the form, and answers: of exactly the version that is seen. */
export function useApproval({ flush, storedRelease, meetAtApproval, onAnswer }: ApprovalOptions) {
  const [ask] = useAskForApproval();
  const [approve] = useApprovePressRelease();
  const [decline] = useDeclinePressRelease();
  const [withdraw] = useWithdrawApproval();
  const [runOnce, busy] = useOnce();
  /** Resolves to whether it was done; else the person was told why, or is shown what somebody else saved. */
  const send = async (words: string, answer: Send): Promise<boolean> => {
    const isSaved = await flush();
    const release = storedRelease();
    if (!isSaved || release === null) {
      toast.error(`${words} It could not be saved first.`);
      return false;
    }
    const { data, error } = await answer(release);
    if (data) onAnswer(data);
    else if (isApiProblem(error) && error.status === 412) {
      const met = await meetAtApproval();
      if (met.kind === 'saved') toast.error(`${words} Somebody else saved it meanwhile: try again.`);
      else if (met.kind === 'failed') toast.error(`${words} ${met.reason}`);
    } else {
      toast.error(`${words} ${problemMessage(error)}`);
      // Somebody else may have answered, or deleted it.
      if (isApiProblem(error) && [404, 409].includes(error.status)) await meetAtApproval();
    }
    return data !== undefined;
  };
  const once = async (words: string, answer: Send) => (await runOnce(() => send(words, answer))) ?? false;
  const of = ({ id, etag }: StoredPressRelease) => ({ params: { id }, headers: { 'if-match': etag } });
  const noted = (note: string) => (note.trim() === '' ? {} : { note: note.trim() });

  return {
    busy,
    ask: (note: string) => once('The request was not sent.', (release) => ask({ ...of(release), body: noted(note) })),
    approve: () => once('It was not approved.', (release) => approve({ ...of(release), body: {} })),
    decline: (note: string) =>
      once('It was not declined.', (release) => decline({ ...of(release), body: { note: note.trim() } })),
    /** Takes back what the person sees; what somebody answered meanwhile stays. */
    withdraw: (state: 'asked' | 'approved') =>
      once('Nothing was taken back.', (release) => withdraw({ ...of(release), query: { state } })),
  };
}

interface NoteDialogProps {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly confirmLabel: string;
  readonly needsNote: boolean;
  readonly onConfirm: (note: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the note of a request for approval, or of its refusal. */
function NoteDialog({ title, label, hint, confirmLabel, needsNote, onConfirm, onCancel }: NoteDialogProps) {
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

interface AppearanceProps {
  /** As it appears. */
  readonly draft: PressReleaseDraft;
  /** Readers have it: what is published takes the place of what they read. */
  readonly isOut: boolean;
  readonly wasMailed: boolean;
}

/** When what is to be approved appears, for whom, and how many get it by mail. */
function Appearance({ draft, isOut, wasMailed }: AppearanceProps) {
  const planned = draft.when === 'later' ? plannedMoment(draft) : undefined;
  const when = planned
    ? `It appears on ${momentWords(planned, draft.zone)}`
    : isOut
      ? 'It is corrected at once'
      : 'It appears at once';
  return (
    <p>
      {when}, {readersOf(draft)}. <Mails draft={draft} wasMailed={wasMailed} />
    </p>
  );
}

function readersOf({ forPublic, ...draft }: PressReleaseDraft): string {
  if (forPublic) return 'for everybody';
  const groups = groupsIn({ forPublic, ...draft });
  return groups.length === 0 ? 'for all investors' : `for investors in ${groups.join(', ')}`;
}

function Mails({ draft, wasMailed }: Pick<AppearanceProps, 'draft' | 'wasMailed'>) {
  const groups = groupsIn(draft);
  const isMailed = draft.sendEmail && !wasMailed;
  const { data, error } = useAlertAudience(
    { query: { topics: [...topicsOf(draft)], ...(groups.length > 0 && { groups: [...groups] }) } },
    { skip: !isMailed || topicsOf(draft).length === 0 },
  );
  if (wasMailed) return 'It was e-mailed already; no mail goes out.';
  if (!isMailed) return 'No mail goes out.';
  if (data) return `It is e-mailed to ${people(data.recipients)}.`;
  return error === undefined ? 'Counting who gets it by mail …' : 'How many get it by mail could not be counted.';
}

interface ApprovalPanelProps extends Omit<ReturnType<typeof useApproval>, 'approve'> {
  readonly approval: PressReleaseApproval;
  /** Who is signed in. */
  readonly me: string;
  /** What becomes of it when it is published as it is. */
  readonly appearing: AppearanceProps;
  /** It is scheduled, and appears without another word. */
  readonly isPlanned: boolean;
  /** Whether the form is whole; tells the person what is missing. */
  readonly complete: () => boolean;
  readonly onApprove: () => void;
  readonly onApproveAndPublish: () => void;
  /** Publishes what was approved. */
  readonly onPublish: () => void;
}

const TONES: Readonly<Record<PressReleaseApproval['state'], NonNullable<NoticeProps['tone']>>> = {
  none: 'info',
  asked: 'info',
  approved: 'success',
  declined: 'warning',
  outdated: 'warning',
};

const NOTES = {
  request: {
    title: 'Ask for approval?',
    label: 'Note (optional)',
    hint: 'Every admin who has not edited it will get an e-mail.',
    confirmLabel: 'Ask for approval',
    needsNote: false,
  },
  refusal: {
    title: 'Decline this text?',
    label: 'What has to be changed',
    hint: 'Its writers get this by mail.',
    confirmLabel: 'Decline',
    needsNote: true,
  },
} as const;

/** How far the approval of a release has come, and what the person can do about it. */
export function ApprovalPanel({ approval, me, appearing, isPlanned, complete, busy, ...steps }: ApprovalPanelProps) {
  const [asking, setAsking] = useState<'request' | 'refusal' | null>(null);
  const isWriter = approval.writers.includes(me);
  const { state, note } = approval;
  const isOpen = state !== 'approved';
  const close = () => setAsking(null);
  const publishWord = appearing.draft.when === 'later' ? 'schedule' : 'publish';
  // Nothing was written since it was published or scheduled.
  if (state === 'none' && approval.writers.length === 0)
    return (
      <Notice
        tone="success"
        title={isPlanned ? 'It will be published automatically.' : 'Readers see this version.'}
        live
      >
        {isPlanned ? <Appearance {...appearing} /> : null}
        <p>Another admin must approve any change.</p>
      </Notice>
    );
  return (
    <>
      <Notice tone={TONES[state]} title={titleOf(approval, me)} live>
        {state === 'asked' && approval.askedAt ? (
          <p>
            Asked <RelativeTime date={approval.askedAt} />.
          </p>
        ) : null}
        {note ? <p className={classes.note}>{note}</p> : null}
        {isWriter && isOpen ? <p>You edited this version, so another admin must approve it.</p> : null}
        <Appearance {...appearing} />
        {state === 'approved' ? <p>Approved as is. Any edit cancels the approval.</p> : null}
        <div className={classes.actions}>
          {isOpen && isWriter && state !== 'asked' ? (
            <Button size="small" busy={busy} onClick={() => complete() && setAsking('request')}>
              Ask for approval
            </Button>
          ) : null}
          {isOpen && !isWriter ? (
            <>
              <Button size="small" busy={busy} onClick={() => complete() && steps.onApproveAndPublish()}>
                Approve and {publishWord}
              </Button>
              <Button size="small" variant="secondary" busy={busy} onClick={() => complete() && steps.onApprove()}>
                Approve
              </Button>
            </>
          ) : null}
          {state === 'asked' && !isWriter ? (
            <Button size="small" variant="secondary" onClick={() => setAsking('refusal')}>
              Decline
            </Button>
          ) : null}
          {state === 'approved' ? (
            <Button size="small" busy={busy} onClick={steps.onPublish}>
              {publishWord === 'publish' ? 'Publish what was approved' : 'Schedule what was approved'}
            </Button>
          ) : null}
          {state === 'approved' || (state === 'asked' && isWriter) ? (
            <Button size="small" variant="secondary" busy={busy} onClick={() => void steps.withdraw(state)}>
              {state === 'asked' ? 'Withdraw request' : 'Withdraw approval'}
            </Button>
          ) : null}
        </div>
      </Notice>
      {asking ? (
        <NoteDialog
          {...NOTES[asking]}
          onCancel={close}
          onConfirm={(words) => {
            close();
            void (asking === 'request' ? steps.ask : steps.decline)(words);
          }}
        />
      ) : null}
    </>
  );
}

function titleOf({ state, askedBy = 'Somebody', by = 'Somebody' }: PressReleaseApproval, me: string): string {
  const answerer = by === me ? 'You' : by;
  switch (state) {
    case 'none':
      return 'Another admin has to approve this before it appears.';
    case 'asked':
      return askedBy === me ? 'It waits for approval.' : `${askedBy} asks for approval.`;
    case 'approved':
      return `${answerer} approved this.`;
    case 'declined':
      return `${answerer} did not approve this.`;
    case 'outdated':
      return `${answerer} approved an earlier version: this one has to be approved again.`;
  }
}

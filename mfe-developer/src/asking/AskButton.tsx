import { isApiProblem } from '@cytocomm/http';
import { Button, type ButtonProps, Dialog, focusFirstError, Notice, TextArea, toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './asking.module.css';

/** Why an action was refused, in the dialog that asked for it: the gate's reasons one by one, other refusals in a sentence. */
export function Refused({ error }: { readonly error: unknown }) {
  const code = isApiProblem(error) ? error.code : null;
  if (isApiProblem(error) && code === 'gate-refused' && error.errors.length > 0) {
    return (
      <Notice tone="error" live title="The gate refused this. What is live stays.">
        <ul aria-label="Why the gate refused" className={classes.reasons}>
          {error.errors.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      </Notice>
    );
  }
  return (
    <Notice
      tone="error"
      live
      title={code === 'lock-moved' ? 'Somebody else promoted meanwhile.' : 'This was not done.'}
    >
      {code === 'lock-moved' ? 'Close this, look at what is live now, and decide again.' : problemMessage(error)}
    </Notice>
  );
}

const MAX_REASON_LENGTH = 500;

/** Properties of {@link AskFirst}. */
interface AskFirstProps {
  readonly question: string;
  /** The word of the button that goes on. */
  readonly confirmLabel: string;
  /** What visitors lose by it is marked as such. */
  readonly isLoss?: boolean;
  /** Whether a reason is asked for; `none` by default. */
  readonly reason?: 'none' | 'optional' | 'required';
  /** Does it with the reason, trimmed and perhaps empty; an error stays in the dialog. */
  readonly onConfirm: (reason: string) => Promise<{ readonly error?: unknown }>;
  /** The notification when it is done. */
  readonly done: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before something that everybody sees, and where wanted why. It is open as long as it is there. */
function AskFirst(props: AskFirstProps) {
  const { question, confirmLabel, isLoss = false, reason = 'none', onConfirm, done, onClose, children } = props;
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const form = useRef<HTMLFormElement>(null);
  const unread = useUnreadRefusal();
  const formId = useId();

  const close = () => {
    unread.current = null;
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (reason === 'required' && text.trim() === '') {
      setMissing(true);
      focusFirstError(form.current);
      return;
    }
    setBusy(true);
    setError(null);
    unread.current = null;
    const result = await onConfirm(text.trim());
    setBusy(false);
    if (result.error) {
      setError(result.error);
      unread.current = problemMessage(result.error);
      return;
    }
    toast.success(done);
    close();
  };

  return (
    <Dialog
      open
      onClose={close}
      title={question}
      size="narrow"
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant={isLoss ? 'danger' : 'primary'} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={(event) => void submit(event)} className={classes.form}>
        <div>{children}</div>
        {reason === 'none' ? null : (
          <TextArea
            label="Reason"
            hint={
              reason === 'required' ? 'Shown to developers beside the remote.' : 'Shown in the history of deployments.'
            }
            maxLength={MAX_REASON_LENGTH}
            rows={2}
            value={text}
            error={isMissing ? 'Say why.' : null}
            onChange={(event) => {
              setText(event.target.value);
              setMissing(false);
            }}
          />
        )}
        {error ? <Refused error={error} /> : null}
      </form>
    </Dialog>
  );
}

/** A refusal whose dialog goes before the person has closed it, with what it was about, is told in a notification. */
function useUnreadRefusal() {
  const unread = useRef<string | null>(null);
  useEffect(
    () => () => {
      if (unread.current !== null) toast.error(`This was not done. ${unread.current}`);
    },
    [],
  );
  return unread;
}

/** Properties of {@link AskButton}: those of the question, and how its button looks. */
export interface AskButtonProps extends Omit<AskFirstProps, 'onClose'> {
  readonly label: string;
  /** What the button is named where its label alone does not tell; begins with the label. */
  readonly name?: string;
  readonly variant?: ButtonProps['variant'];
  readonly icon?: ButtonProps['icon'];
}

/** A button that does something only after asking. */
export function AskButton({ label, name, variant = 'quiet', icon, ...ask }: AskButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant={variant} size="small" icon={icon} aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking ? <AskFirst {...ask} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

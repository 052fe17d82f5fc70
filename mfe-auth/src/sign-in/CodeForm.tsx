import { Button, Notice, toast, useNavigate } from '@cytocomm/kit';
import { useSession } from '@cytocomm/session';
import { type FormEvent, useState } from 'react';
import { CodeField, readCode } from './CodeField.tsx';
import { completeSignIn, messages, type SignInFailed, type SignInOutcome } from './complete-sign-in.ts';
import { SecondFactor } from './SecondFactor.tsx';
import classes from './sign-in.module.css';

/** Properties of {@link CodeForm}. */
export interface CodeFormProps {
  /** The address the mail went to. */
  readonly email: string;
  readonly onClose: () => void;
  readonly onAnotherAddress: () => void;
}

// The server gives one answer for every wrong code, so that it does not reveal who is approved.
const CODE_REFUSED =
  'The code of the newest mail works for 10 minutes, in the browser that asked for it. After several wrong codes only the link in the mail works.';

// The button that had the focus is gone with its form; reading goes on at the news.
const focusOnce = (news: HTMLElement | null) => news?.focus();

/** The link is on its way: what to do with it, and the code for a mail that is read on another device. */
export function CodeForm({ email, onClose, onAnotherAddress }: CodeFormProps) {
  const navigate = useNavigate();
  const returnTo = useSession((session) => session.signIn.returnTo);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<SignInFailed | null>(null);
  const [secondStep, setSecondStep] = useState(false);

  const finish = (outcome: SignInOutcome) => {
    setSecondStep(outcome.kind === 'second-factor');
    if (outcome.kind === 'second-factor') return;
    if (outcome.kind === 'failed') {
      setFailure(outcome);
      return;
    }
    onClose();
    if (outcome.kind === 'welcome') {
      toast.success(outcome.greeting);
      navigate(outcome.returnTo);
    } else {
      // That page asks which dashboard to open, or says that there is none.
      navigate(`/auth-handler?${new URLSearchParams({ returnTo })}`);
    }
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = readCode(typed);
    setFailure(null);
    setError(code === null ? 'Enter the six digits from the mail.' : null);
    if (code === null) return;
    setBusy(true);
    const outcome = await completeSignIn(email, { code });
    setBusy(false);
    finish(outcome);
  };

  if (secondStep) return <SecondFactor email={email} onOutcome={finish} />;
  return (
    <>
      <div ref={focusOnce} tabIndex={-1} className={classes.sent}>
        <Notice tone="success" live>
          <p className={classes.marked}>{messages.linkSent}</p>
          <p>
            If {email} is approved, the mail is there in a moment. Open its link, or enter its code here: it works in
            this browser only.
          </p>
        </Notice>
      </div>
      <form noValidate onSubmit={(event) => void submit(event)} className={classes.dialogForm}>
        <CodeField value={typed} error={error} onCode={setTyped} />
        <Button type="submit" variant="secondary" wide busy={busy} busyLabel="Signing you in...">
          Sign in with the code
        </Button>
        {failure ? (
          <Notice tone="error" title={failure.message} live>
            <p>{failure.detail ?? CODE_REFUSED}</p>
          </Notice>
        ) : null}
      </form>
      <Button variant="quiet" size="small" className={classes.flush} onClick={onAnotherAddress}>
        Send another link
      </Button>
    </>
  );
}

import { beginSecondFactor, type SecondFactor as Factor, giveSecondFactor } from '@cytocomm/contract';
import { type ApiProblem, send } from '@cytocomm/http';
import { Button, Notice, TextField } from '@cytocomm/kit';
import { type FormEvent, useState } from 'react';
import { askForPasskey } from '../passkeys/authenticator.ts';
import { messages, type SignInFailed, type SignInOutcome, signedIn, withPause } from './complete-sign-in.ts';
import classes from './sign-in.module.css';

/** A sign-in that took too long, or had too many tries: it begins again with a link. */
const over = ({ detail }: ApiProblem): SignInFailed => ({
  kind: 'failed',
  message: messages.linkInvalid,
  detail,
  invalid: true,
});

/** Properties of {@link SecondFactor}. */
export interface SecondFactorProps {
  /** Whose link or code was right; null after a company account. */
  readonly email: string | null;
  readonly onOutcome: (outcome: SignInOutcome) => void;
}

// The form before it had the focus, and is gone.
const focusOnce = (step: HTMLElement | null) => step?.focus();

/** The second step of a sign-in: the passkey, or one of the recovery codes. */
export function SecondFactor({ email, onOutcome }: SecondFactorProps) {
  const [byCode, setByCode] = useState(false);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const give = async (factor: Factor) => {
    const { data, error } = await send(giveSecondFactor, { body: factor });
    if (!error) return onOutcome(signedIn(email, data));
    // The sign-in itself is over: too many tries, or too late.
    if (error.code === 'invalid-link') return onOutcome(over(error));
    setFailure(withPause(error));
  };
  const attempt = async (work: () => Promise<void>) => {
    setFailure(null);
    setBusy(true);
    await work();
    setBusy(false);
  };

  const byPasskey = () =>
    attempt(async () => {
      const { data, error } = await send(beginSecondFactor);
      if (error?.code === 'invalid-link') return onOutcome(over(error));
      if (error) return setFailure(withPause(error));
      const { given, failure: why } = await askForPasskey(data.passkey);
      if (why !== undefined) return setFailure(why);
      await give({ passkey: given });
    });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const recoveryCode = typed.trim();
    if (recoveryCode.replace(/[\s-]/g, '').length !== 12) {
      setFailure('Enter a recovery code: twelve letters and digits.');
      return;
    }
    void attempt(() => give({ recoveryCode }));
  };

  return (
    <div ref={focusOnce} tabIndex={-1} className={classes.dialogForm}>
      {byCode ? (
        <form noValidate onSubmit={submit} className={classes.dialogForm}>
          <p>Enter one of the recovery codes that you kept. It works once.</p>
          <TextField
            label="Recovery code"
            name="recovery-code"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            required
          />
          <Button type="submit" wide busy={busy} busyLabel="Signing you in...">
            Sign in with this code
          </Button>
        </form>
      ) : (
        <>
          <p>Your account has a passkey. Use it within ten minutes to finish signing in.</p>
          <Button wide busy={busy} busyLabel="Waiting for your passkey..." onClick={() => void byPasskey()}>
            Use my passkey
          </Button>
        </>
      )}
      {failure === null ? null : (
        <Notice tone="error" live>
          <p>{failure}</p>
        </Notice>
      )}
      <div>
        <Button
          variant="quiet"
          size="small"
          className={classes.flush}
          onClick={() => {
            setFailure(null);
            setByCode(!byCode);
          }}
        >
          {byCode ? 'Use my passkey instead' : 'Use a recovery code instead'}
        </Button>
      </div>
    </div>
  );
}

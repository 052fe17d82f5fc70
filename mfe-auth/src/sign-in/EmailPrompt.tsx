import { Button, Heading, TextField } from '@cytocomm/kit';
import { type FormEvent, useState } from 'react';
import type { SignInProof } from './complete-sign-in.ts';
import { readCode, readEmail } from './email-entry.ts';
import classes from './sign-in.module.css';

/** Properties of {@link EmailPrompt}. */
export interface EmailPromptProps {
  /** What the link brought. */
  readonly token: string;
  readonly onSubmit: (email: string, proof: SignInProof) => void;
  readonly onCancel: () => void;
}

/** Asks for the address a link was sent to, when this browser is not the one that asked for it. */
export function EmailPrompt({ token, onSubmit, onCancel }: EmailPromptProps) {
  const [typedEmail, setTypedEmail] = useState('');
  const [typedCode, setTypedCode] = useState('');
  const [withCode, setWithCode] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [codeError, setCodeError] = useState<string | null>(null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entry = readEmail(typedEmail);
    const code = withCode ? readCode(typedCode) : null;
    setError(entry.error);
    setCodeError(withCode && code === null ? 'Enter the six digits from the mail.' : null);
    if (entry.email === null || (withCode && code === null)) return;
    onSubmit(entry.email, code === null ? { token } : { code });
  };

  return (
    <div className={classes.panel}>
      <Heading level={1} size="headline">
        Confirm your e-mail
      </Heading>
      <p className={classes.lead}>
        This browser did not ask for the link. Enter the address it was sent to, and you are signed in here.
      </p>
      <form noValidate onSubmit={submit} className={classes.form}>
        <TextField
          label="Enter your approved email"
          name="email"
          type="email"
          autoComplete="email"
          value={typedEmail}
          onChange={(event) => setTypedEmail(event.target.value)}
          error={error}
          required
        />
        {withCode ? (
          <TextField
            label="6-digit code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            value={typedCode}
            onChange={(event) => setTypedCode(event.target.value)}
            error={codeError}
            required
          />
        ) : null}
        <div className={classes.actions}>
          <Button type="submit">Continue</Button>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="quiet" className={classes.flush} onClick={() => setWithCode(!withCode)}>
            {withCode ? 'Use the link instead' : 'Use the 6-digit code'}
          </Button>
        </div>
      </form>
    </div>
  );
}

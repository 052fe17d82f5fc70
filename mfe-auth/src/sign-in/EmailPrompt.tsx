import { Button, Heading, TextField } from '@cytocomm/kit';
import { type FormEvent, useState } from 'react';
import { readEmail } from './email-entry.ts';
import classes from './sign-in.module.css';

/** Properties of {@link EmailPrompt}. */
export interface EmailPromptProps {
  readonly onSubmit: (email: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the address a link was sent to, when this browser is not the one that asked for it. */
export function EmailPrompt({ onSubmit, onCancel }: EmailPromptProps) {
  const [typedEmail, setTypedEmail] = useState('');
  const [error, setError] = useState<string | null>(null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entry = readEmail(typedEmail);
    setError(entry.error);
    if (entry.email !== null) onSubmit(entry.email);
  };

  return (
    <div className={classes.panel}>
      <Heading level={1} size="headline">
        Confirm your e-mail
      </Heading>
      <p className={classes.lead}>
        This browser did not ask for the link. Enter the address it was sent to, and you are signed in here. To sign in
        where you asked for it, enter the code of the mail there.
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
        <div className={classes.actions}>
          <Button type="submit">Continue</Button>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  );
}

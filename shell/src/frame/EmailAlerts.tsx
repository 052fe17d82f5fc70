import { Button, TextField } from '@cytocomm/kit';
import { type FormEvent, useId, useState } from 'react';
import classes from './Footer.module.css';

type State = 'idle' | 'sending' | 'done' | 'failed';

/** The e-mail alerts sign-up. Without scripts the form posts itself. */
export function EmailAlerts({ onSignUp }: { readonly onSignUp: (email: string) => Promise<void> }) {
  const [state, setState] = useState<State>('idle');
  const [email, setEmail] = useState('');
  const titleId = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setState('sending');
    try {
      await onSignUp(email);
      setEmail('');
      setState('done');
    } catch {
      // The caller has reported the cause; the person needs to know that nothing is lost.
      setState('failed');
    }
  };

  return (
    <form method="post" action="/api/alerts" aria-labelledby={titleId} className={classes.alerts} onSubmit={submit}>
      <h2 id={titleId} className={classes.title}>
        Email Alerts
      </h2>
      <p className={classes.promise}>Company news in your mailbox. One click ends it.</p>
      <div className={classes.alertRow}>
        <TextField
          label="Email for alerts"
          hideLabel
          type="email"
          name="email"
          autoComplete="email"
          placeholder="name@example.com"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          className={classes.alertField}
        />
        <Button type="submit" variant="on-dark" busy={state === 'sending'}>
          Sign Up
        </Button>
      </div>
      <p role="status" className={classes.answer}>
        {state === 'done' ? 'Almost there: open the link in the mail we just sent you.' : null}
        {state === 'failed' ? 'Sign-up failed. Your address is still in the field; please try again.' : null}
      </p>
    </form>
  );
}

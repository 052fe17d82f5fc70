import type { FORM_RESULTS } from '@cytocomm/contract';
import { Button, TextField, useHydrated, useLocation } from '@cytocomm/kit';
import { type FormEvent, useId, useState } from 'react';
import classes from './Footer.module.css';

type State = 'idle' | 'sending' | 'done' | 'failed';

const CONFIRM = 'Almost there: open the link in the mail we just sent you.';

/** How the form ended when the browser sent it by itself: the server leads back to one of these ids, and only that one shows. */
const answersWithoutScripts = [
  ['alerts-done', CONFIRM],
  ['alerts-invalid', 'Sign-up failed: this is not one plain e-mail address.'],
  ['alerts-limited', 'Sign-up failed: too many came from your network. Please try again in an hour.'],
  ['alerts-failed', 'Sign-up failed: something failed on our side. Please try again later.'],
] as const satisfies readonly (readonly [(typeof FORM_RESULTS.alerts)[keyof typeof FORM_RESULTS.alerts], string])[];

function AnswersWithoutScripts() {
  const hydrated = useHydrated();
  const { hash } = useLocation();
  return answersWithoutScripts
    .filter(([id]) => !hydrated || hash === `#${id}`)
    .map(([id, words]) => (
      <span key={id} id={id} className={classes.led}>
        {words}
      </span>
    ));
}

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
    <form
      method="post"
      action="/api/forms/alerts"
      aria-labelledby={titleId}
      className={classes.alerts}
      onSubmit={submit}
    >
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
        {state === 'idle' ? <AnswersWithoutScripts /> : null}
        {state === 'done' ? CONFIRM : null}
        {state === 'failed' ? 'Sign-up failed. Your address is still in the field; please try again.' : null}
      </p>
    </form>
  );
}

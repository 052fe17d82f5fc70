import { type FORM_RESULTS, type LinkContribution, pastedEmail, submitAlertsForm } from '@cytocomm/contract';
import { Button, Link, TextField, useHydrated, useLocation } from '@cytocomm/kit';
import { type FormEvent, useId, useRef, useState } from 'react';
import classes from './Footer.module.css';

type State = 'idle' | 'sending' | 'done' | { readonly failed: string };

const CONFIRM = 'Almost there: open the link in the mail we just sent you.';

/** How the form ended when the browser sent it by itself: the server leads back to one of these ids, and only that one shows. */
const answersWithoutScripts = [
  ['alerts-done', CONFIRM],
  ['alerts-invalid', 'Sign-up failed: this is not a valid e-mail address.'],
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

/** Properties of {@link EmailAlerts}. */
export interface EmailAlertsProps {
  /** Resolves to why it failed, in words for people, or to null. */
  readonly onSignUp: (email: string) => Promise<string | null>;
  /** Where it says what becomes of the address. */
  readonly privacy?: Pick<LinkContribution, 'label' | 'path'> | undefined;
}

/** The e-mail alerts sign-up. Without scripts the form posts itself. */
export function EmailAlerts({ onSignUp, privacy }: EmailAlertsProps) {
  const [state, setState] = useState<State>('idle');
  // React does not hold its text: what was typed before hydration stays.
  const field = useRef<HTMLInputElement>(null);
  const titleId = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { current: email } = field;
    if (!email) return;
    setState('sending');
    const failed = await onSignUp(email.value);
    if (failed === null) email.value = '';
    setState(failed === null ? 'done' : { failed });
  };

  return (
    <form
      method="post"
      action={submitAlertsForm.path}
      aria-labelledby={titleId}
      className={classes.alerts}
      onSubmit={submit}
    >
      <h2 id={titleId} className={classes.title}>
        Email Alerts
      </h2>
      <p className={classes.promise}>
        Company news in your mailbox. One click unsubscribes you.
        {privacy ? (
          <>
            {' '}
            <Link to={privacy.path}>{privacy.label}</Link>
          </>
        ) : null}
      </p>
      <div className={classes.alertRow}>
        <TextField
          ref={field}
          label="Email for alerts"
          hideLabel
          type="email"
          name="email"
          autoComplete="email"
          placeholder="name@example.com"
          required
          onChange={({ nativeEvent, target }) => {
            // At once: the browser refuses by itself what is no address.
            if (nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste')
              target.value = pastedEmail(target.value);
            // What was wrong was said of another address.
            if (typeof state === 'object') setState('idle');
          }}
          className={classes.alertField}
        />
        <Button type="submit" variant="on-dark" busy={state === 'sending'}>
          Sign Up
        </Button>
      </div>
      <p role="status" className={classes.answer}>
        {state === 'idle' ? <AnswersWithoutScripts /> : null}
        {state === 'done' ? CONFIRM : null}
        {typeof state === 'object' ? `Sign-up failed. ${state.failed} Your address is still in the field.` : null}
      </p>
    </form>
  );
}

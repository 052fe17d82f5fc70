import { type FORM_RESULTS, type LinkContribution, pastedEmail, submitAlertsForm } from '@cytocomm/contract';
import { Button, Container, Link, Logo, SignalTrace, TextField, useHydrated, useLocation } from '@cytocomm/kit';
import { type FormEvent, useId, useRef, useState } from 'react';
import classes from './Footer.module.css';
import { foldingGroups, linksOf } from './links.ts';

/** Properties of {@link Footer}. */
export interface FooterProps {
  readonly links: readonly LinkContribution[];
  /** `signUpForAlerts` of email-alerts.ts. */
  readonly onSignUp: EmailAlertsProps['onSignUp'];
}

/** The footer of every page: company, links and the e-mail alerts. */
export function Footer({ links, onSignUp }: FooterProps) {
  const legal = linksOf(links, 'legal');
  return (
    <footer data-tone="ink" data-screen-only="" className={classes.footer}>
      <Container>
        <SignalTrace shape="divider" live className={classes.trace} />
        <div className={classes.columns}>
          <div className={classes.brand}>
            <Link to="/" className={classes.home} aria-label="Cytocomm home">
              <Logo />
            </Link>
            <p className={classes.tagline}>Cytocomm lets living cells report.</p>
          </div>
          <nav id="site-links" aria-label="Footer" className={classes.links}>
            {foldingGroups.map(({ group, label }) => (
              <div key={group}>
                <h2 className={classes.title}>{label}</h2>
                <ul className={classes.list}>
                  {linksOf(links, group).map((link) => (
                    <li key={link.path}>
                      <Link to={link.path} className={classes.link}>
                        {link.label}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
          <EmailAlerts onSignUp={onSignUp} privacy={legal[0]} />
        </div>
        <LastLine links={links} />
      </Container>
    </footer>
  );
}

/** Properties of {@link LastLine} and {@link FooterLine}. */
interface LastLineProps {
  readonly links: readonly LinkContribution[];
}

/** The last line of every page: whose it is, and the notices. */
function LastLine({ links }: LastLineProps) {
  const legal = linksOf(links, 'legal');
  return (
    <div className={classes.end}>
      {/* A page prerendered in December may be read in January. */}
      <p className={classes.copyright} suppressHydrationWarning>
        © {new Date().getFullYear()} Cytocomm. All rights reserved.
      </p>
      {legal.length > 0 ? (
        <ul className={classes.legal}>
          {legal.map(({ path, label }) => (
            <li key={path}>
              <Link to={path} className={classes.link}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** The footer of the dashboard: the last line alone. */
export function FooterLine({ links }: LastLineProps) {
  return (
    <footer data-screen-only="" className={classes.line}>
      <Container>
        <LastLine links={links} />
      </Container>
    </footer>
  );
}

type State = 'idle' | 'sending' | 'done' | { readonly failed: string };

const CONFIRM = 'Almost there: open the link in the mail we just sent you.';

/** Results of a form that the browser posted without scripts: the server redirects to one of these ids, and only that one shows. */
const resultsWithoutScripts = [
  ['alerts-done', CONFIRM],
  ['alerts-invalid', 'Sign-up failed: this is not a valid e-mail address.'],
  ['alerts-limited', 'Sign-up failed: too many came from your network. Please try again in an hour.'],
  ['alerts-failed', 'Sign-up failed: something failed on our side. Please try again later.'],
] as const satisfies readonly (readonly [(typeof FORM_RESULTS.alerts)[keyof typeof FORM_RESULTS.alerts], string])[];

function ResultsWithoutScripts() {
  const hydrated = useHydrated();
  const { hash } = useLocation();
  return resultsWithoutScripts
    .filter(([id]) => !hydrated || hash === `#${id}`)
    .map(([id, words]) => (
      <span key={id} id={id} className={classes.led}>
        {words}
      </span>
    ));
}

/** Properties of {@link EmailAlerts}. */
interface EmailAlertsProps {
  /** Resolves to null, or to the reason of a failure as text for people. */
  readonly onSignUp: (email: string) => Promise<string | null>;
  /** The page that says how the address is used. */
  readonly privacy?: Pick<LinkContribution, 'label' | 'path'> | undefined;
}

/** The e-mail alerts sign-up. Without scripts the form posts itself. */
function EmailAlerts({ onSignUp, privacy }: EmailAlertsProps) {
  const [state, setState] = useState<State>('idle');
  // Uncontrolled: text typed before hydration stays.
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
            // On paste, before the browser validates the field.
            if (nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste')
              target.value = pastedEmail(target.value);
            // The failure was about another address.
            if (typeof state === 'object') setState('idle');
          }}
          className={classes.alertField}
        />
        <Button type="submit" variant="on-dark" busy={state === 'sending'}>
          Sign Up
        </Button>
      </div>
      <p role="status" className={classes.answer}>
        {state === 'idle' ? <ResultsWithoutScripts /> : null}
        {state === 'done' ? CONFIRM : null}
        {typeof state === 'object' ? `Sign-up failed. ${state.failed} Your address is still in the field.` : null}
      </p>
    </form>
  );
}

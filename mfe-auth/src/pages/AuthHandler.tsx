import type { Role } from '@cytocomm/contract';
import { MISCONFIGURED } from '@cytocomm/http';
import {
  Band,
  Button,
  ButtonLink,
  Checkbox,
  Heading,
  Icon,
  Spinner,
  TextField,
  toast,
  useNavigate,
  VisuallyHidden,
} from '@cytocomm/kit';
import { chooseRole, openSignIn, signOut, useSession } from '@cytocomm/session';
import { type FormEvent, type ReactNode, useState } from 'react';
import { readEmail } from '../sign-in/CodeField.tsx';
import { afterChoosing, messages } from '../sign-in/complete-sign-in.ts';
import { dashboardLabel, keepDefaultRole } from '../sign-in/default-role.ts';
import { SecondFactor } from '../sign-in/SecondFactor.tsx';
import classes from '../sign-in/sign-in.module.css';
import { useSignIn } from '../sign-in/use-sign-in.ts';

/** Which dashboard to open, for a person with several roles. */
function RolePicker({ returnTo }: { readonly returnTo: string }) {
  const roles = useSession((session) => session.roles);
  const navigate = useNavigate();
  const [remember, setRemember] = useState(false);

  const choose = (role: Role) => {
    chooseRole(role);
    if (remember) void rememberRole(role);
    toast.success(`Switched to ${role} dashboard`);
    navigate(afterChoosing(returnTo), { replace: true });
  };

  return (
    <div className={classes.panel}>
      <Heading level={1} size="headline" underline>
        Select Your Dashboard
      </Heading>
      <p className={classes.lead}>You have access to multiple areas. Where would you like to go?</p>
      <div className={classes.choices}>
        {roles.map((role) => (
          <Button key={role} variant="secondary" wide trailingIcon="arrow-right" onClick={() => choose(role)}>
            {dashboardLabel(role)}
          </Button>
        ))}
      </div>
      <Checkbox
        label="Open this one every time I sign in"
        checked={remember}
        onChange={(event) => setRemember(event.target.checked)}
      />
    </div>
  );
}

/** Keeps the choice at the server. It goes on while the dashboard opens; only a failure is told. */
async function rememberRole(role: Role): Promise<void> {
  const failure = await keepDefaultRole(role);
  if (failure !== null) toast.error('Your choice could not be kept. You will be asked again next time.');
}

/** Properties of {@link EmailPrompt}. */
interface EmailPromptProps {
  readonly onSubmit: (email: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the address a link was sent to, when this browser is not the one that asked for it. */
function EmailPrompt({ onSubmit, onCancel }: EmailPromptProps) {
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

/** Properties of {@link SignInProblem}. */
interface SignInProblemProps {
  /** What happened, in the specification's words. */
  readonly message: string;
  readonly children: ReactNode;
  /** Buttons that lead on from here. */
  readonly actions: ReactNode;
}

/** A sign-in that ended without a dashboard: what happened, why that may be, where to go from here. */
function SignInProblem({ message, children, actions }: SignInProblemProps) {
  // The one sentence here that begins with an emoji, which not every device can draw.
  const drawn = message === MISCONFIGURED;
  return (
    <div className={classes.panel}>
      <div role="alert">
        {drawn ? <Icon name="warning" size="large" className={classes.warning} /> : null}
        <Heading level={1} size="title-large" className={drawn ? classes.marked : undefined}>
          {message}
        </Heading>
        <div className={classes.lead}>{children}</div>
      </div>
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}

/** The page that the e-mailed link opens, and that a company account comes back to: it signs in and leads on. */
export default function AuthHandler() {
  return (
    <Band>
      <div className={classes.page}>
        <Step />
      </div>
    </Band>
  );
}

function Step() {
  const { step, complete, askEmail, refuseEmail, finishSecondStep } = useSignIn();
  switch (step.kind) {
    case 'working':
      return (
        <div>
          <VisuallyHidden>
            <h1>Sign-in</h1>
          </VisuallyHidden>
          <Spinner label="Signing you in..." />
        </div>
      );
    case 'ask-email':
      return (
        <EmailPrompt
          onSubmit={(email) => complete(email, { token: step.token })}
          onCancel={() => refuseEmail(step.token)}
        />
      );
    case 'email-refused':
      return (
        <SignInProblem
          message={messages.emailRequired}
          actions={
            <>
              <Button onClick={() => askEmail(step.token)}>Enter my e-mail</Button>
              <NewLink variant="secondary" />
            </>
          }
        >
          The link works only together with the address it was sent to. It has not been used up.
        </SignInProblem>
      );
    case 'second-factor':
      return (
        <div className={classes.panel}>
          <Heading level={1} size="headline" underline>
            Confirm that it is you
          </Heading>
          <div className={classes.form}>
            <SecondFactor email={step.email} onOutcome={finishSecondStep} />
          </div>
        </div>
      );
    case 'choose':
      return <RolePicker returnTo={step.returnTo} />;
    case 'no-roles':
      return <NoRoles />;
    case 'failed':
      return step.invalid ? (
        <InvalidLink attempt={step.attempt} detail={step.detail} onOtherEmail={askEmail} />
      ) : (
        <SignInProblem
          message={step.message}
          actions={
            <>
              {step.byCompany ? <Button onClick={() => openSignIn()}>Begin again</Button> : null}
              {step.attempt ? (
                <Button icon="retry" onClick={() => step.attempt && complete(step.attempt.email, step.attempt.proof)}>
                  Try again
                </Button>
              ) : null}
              <ContactAdministrator />
            </>
          }
        >
          {step.detail ?? 'Nothing has been changed.'}
        </SignInProblem>
      );
  }
}

type Attempt = Extract<ReturnType<typeof useSignIn>['step'], { kind: 'failed' }>['attempt'];

interface InvalidLinkProps {
  readonly attempt: Attempt;
  /** Why, where the server says more than that it does not work. */
  readonly detail: string | null;
  readonly onOtherEmail: (token: string) => void;
}

function InvalidLink({ attempt, detail, onOtherEmail }: InvalidLinkProps) {
  const token = attempt && 'token' in attempt.proof ? attempt.proof.token : null;
  return (
    <SignInProblem
      message={messages.linkInvalid}
      actions={
        <>
          <NewLink />
          {token === null ? null : (
            <Button variant="secondary" onClick={() => onOtherEmail(token)}>
              Use another e-mail
            </Button>
          )}
        </>
      }
    >
      {detail ?? 'A link works once, for 10 minutes, and only the newest one sent to an address counts.'}
      {attempt ? ` It was tried with ${attempt.email}.` : null}
      {' If your mail program changed the link, enter the 6-digit code of the mail instead, where you asked for it.'}
    </SignInProblem>
  );
}

function NoRoles() {
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    navigate('/');
  };
  return (
    <SignInProblem
      message={messages.noRoles}
      actions={
        <>
          <ContactAdministrator variant="primary" />
          <Button variant="secondary" onClick={() => void leave()}>
            Sign out
          </Button>
        </>
      }
    >
      You are signed in, but you have not been given an area of the portal yet.
    </SignInProblem>
  );
}

function NewLink({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  return (
    <Button variant={variant} icon="mail" onClick={() => openSignIn()}>
      Ask for a new link
    </Button>
  );
}

function ContactAdministrator({ variant = 'secondary' }: { variant?: 'primary' | 'secondary' }) {
  return (
    <ButtonLink variant={variant} to="/contact">
      Contact the administrator
    </ButtonLink>
  );
}

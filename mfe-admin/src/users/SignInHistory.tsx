import { Button, ButtonLink, Dialog, type IconName, RelativeTime, toast, VisuallyHidden } from '@cytocomm/kit';
import { ConfirmDialog, TableSkeleton } from '@cytocomm/kit/dashboard';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../lists/Loaded.tsx';
import { requireSignIn, tellFailure } from './outcome.tsx';
import { useEndSessions, useResetPasskeys, useSignInHistory } from './user-api.ts';
import classes from './users.module.css';

/** What an admin does about the account of a person who lost a computer or a passkey, or when it is in the wrong hands. */
export function AccountActions({ email }: { readonly email: string }) {
  const [end, { isLoading: isEnding }] = useEndSessions();
  const [reset, { isLoading: isResetting }] = useResetPasskeys();
  const [asking, setAsking] = useState(false);
  const endSessions = async () => {
    const { data, error } = await end({ params: { email } });
    if (error) tellFailure('Failed to end the sessions', error);
    else if (data.ended === 0) toast.success(`${email} was signed in nowhere`);
    else toast.success(`${email} was signed out in ${data.ended === 1 ? 'one browser' : `${data.ended} browsers`}`);
  };
  const resetPasskeys = async () => {
    setAsking(false);
    const { data, error } = await reset({ params: { email } });
    if (error) tellFailure('Failed to reset the passkeys', error);
    else if (data.removed === 0) toast.success(`${email} had no passkey: nothing has changed`);
    else toast.success(`${email} signs in by mail alone, and is told so`);
  };
  return (
    <>
      <Action
        icon="logout"
        label="Sign out everywhere"
        busyLabel={isEnding ? 'Signing out...' : undefined}
        onChoose={() => void endSessions()}
      >
        <span className={classes.name}>They can sign in again. To keep somebody out, delete the user.</span>
      </Action>
      <Action
        icon="lock"
        label="Reset passkeys"
        busyLabel={isResetting ? 'Resetting...' : undefined}
        onChoose={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        question={`Reset the passkeys of ${email}?`}
        confirmLabel="Reset passkeys"
        cancelLabel="Cancel"
        isLoss
        onCancel={() => setAsking(false)}
        onConfirm={() => void resetPasskeys()}
      >
        <p>
          Their passkeys and recovery codes are removed for good, they are signed out everywhere, and a mail tells them.
          Until they add a passkey, anyone with access to their mailbox can sign in as them: make sure that they asked
          for this themselves.
        </p>
      </ConfirmDialog>
    </>
  );
}

interface ActionProps {
  readonly icon: IconName;
  readonly label: string;
  /** While it is under way. */
  readonly busyLabel: string | undefined;
  readonly onChoose: () => void;
  readonly children?: ReactNode;
}

function Action({ icon, label, busyLabel, onChoose, children }: ActionProps) {
  return (
    <div className={classes.accountAction}>
      <Button
        variant="secondary"
        size="small"
        icon={icon}
        busy={busyLabel !== undefined}
        {...(busyLabel !== undefined && { busyLabel })}
        onClick={() => requireSignIn() && onChoose()}
      >
        {label}
      </Button>
      {children}
    </div>
  );
}

interface SignInHistoryProps {
  /** Any address, also one that is not approved. */
  readonly email: string;
  readonly label: string;
  /** The label is spoken only: it stands in a row. */
  readonly iconOnly?: boolean;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** Why can't this person sign in? A button, and behind it the answer with what happened. */
export function SignInHistory({ email, label, iconOnly = false, children }: SignInHistoryProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" size="small" icon="clock" aria-label={`${label}: ${email}`} onClick={() => setOpen(true)}>
        {iconOnly ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Sign-ins of ${email}`}>
        {children}
        <Timeline email={email} />
      </Dialog>
    </>
  );
}

function Timeline({ email }: { readonly email: string }) {
  return (
    <Loaded
      query={useSignInHistory({ params: { email } })}
      pending={<TableSkeleton label="Loading the history" columns={2} rows={4} />}
      failed="The history could not be loaded."
    >
      {({ explanation, items }) => (
        <>
          <p className={classes.explanation}>{explanation}</p>
          <ButtonLink
            variant="quiet"
            size="small"
            icon="search"
            to={`/dashboard/admin/audit?subject=${encodeURIComponent(email)}`}
          >
            All that is recorded
          </ButtonLink>
          {items.length === 0 ? (
            <p>Nothing has happened with this address yet.</p>
          ) : (
            <ol aria-label="What happened" className={classes.timeline}>
              {items.map(({ at, text, from }) => (
                <li key={`${at} ${text}`}>
                  <RelativeTime date={at} className={classes.name} />
                  <span>
                    {text} {from === '' ? null : <span className={classes.name}>from {from}</span>}
                  </span>
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </Loaded>
  );
}

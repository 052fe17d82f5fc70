import { Button, ButtonLink, Dialog, RelativeTime, VisuallyHidden } from '@cytocomm/kit';
import { TableSkeleton } from '@cytocomm/kit/dashboard';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../lists/Loaded.tsx';
import { useSignInHistory } from './user-api.ts';
import classes from './users.module.css';

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

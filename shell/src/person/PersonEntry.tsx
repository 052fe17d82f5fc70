import type { LinkContribution } from '@cytocomm/contract';
import { Icon, Link } from '@cytocomm/kit';
import { openSignIn, restore, useSession, wasSignedIn } from '@cytocomm/session';
import { type MouseEvent, useEffect } from 'react';
import { DASHBOARD } from '../dashboard/addresses.ts';
import classes from './person.module.css';
import { SignedInEntry } from './SignedInEntry.tsx';

/** Properties of {@link PersonEntry}. */
export interface PersonEntryProps {
  /** Pages about the person's own account. */
  readonly accountLinks: readonly LinkContribution[];
}

/** Opens the dialog for a plain press; a new tab gets the dashboard, which asks for a sign-in. */
function signIn(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  openSignIn();
}

/**
 * The way in, or to the dashboard and the account of whoever is signed in. Its room is the same in each case: a page comes
 * prerendered without knowing who reads it. The server is asked when somebody was signed in in this browser.
 */
export function PersonEntry({ accountLinks }: PersonEntryProps) {
  const status = useSession((session) => session.status);
  useEffect(() => {
    if (wasSignedIn()) void restore();
  }, []);
  return (
    <div data-follows-session="" className={classes.person}>
      {status === 'signed-in' || status === 'restoring' ? (
        <SignedInEntry accountLinks={accountLinks} />
      ) : (
        <Link to={DASHBOARD} className={classes.entry} onClick={signIn}>
          <Icon name="user" size="small" className={classes.glyph} />
          <span className={classes.words}>Sign in</span>
        </Link>
      )}
    </div>
  );
}

import type { LinkContribution } from '@cytocomm/contract';
import { Icon, Link, useNavigate } from '@cytocomm/kit';
import { displayName, openSignIn, restore, useSession, wasSignedIn } from '@cytocomm/session';
import { type ComponentType, type MouseEvent, useEffect, useId, useState } from 'react';
import { DASHBOARD } from '../dashboard/addresses.ts';
import { useDropdown } from '../frame/index.ts';
import type { PersonMenuProps } from './PersonMenu.tsx';
import classes from './person.module.css';

/** The dashboard link and the account menu, which loads when it is first opened. */
function SignedInEntry({ accountLinks }: PersonEntryProps) {
  const name = useSession(displayName);
  const navigate = useNavigate();
  const listId = useId();
  const { open, setOpen, button, around } = useDropdown();
  const [Menu, setMenu] = useState<ComponentType<PersonMenuProps> | null>(null);

  const toggle = () => {
    setOpen(!open);
    if (Menu === null)
      import('./PersonMenu.tsx').then(
        (module) => setMenu(() => module.PersonMenu),
        // The dashboard has the same links.
        () => navigate(DASHBOARD),
      );
  };
  return (
    <>
      <Link to={DASHBOARD} className={classes.entry}>
        Dashboard
      </Link>
      <div {...around} className={classes.menu}>
        <button
          ref={button}
          type="button"
          aria-label={`Account of ${name}`}
          aria-expanded={open}
          aria-controls={listId}
          className={classes.face}
          onClick={toggle}
        >
          <Icon name="user" size="small" />
        </button>
        <div id={listId} hidden={!open || Menu === null} className={classes.list}>
          {Menu ? <Menu accountLinks={accountLinks} onChoose={() => setOpen(false)} /> : null}
        </div>
      </div>
    </>
  );
}

/** Properties of {@link PersonEntry}. */
export interface PersonEntryProps {
  /** Pages about the person's own account. */
  readonly accountLinks: readonly LinkContribution[];
}

/** Opens the dialog on a plain click; a new tab gets the dashboard, which asks for a sign-in. */
function signIn(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  openSignIn();
}

/**
 * The sign-in link, or the dashboard link and account menu of the person who is signed in. It takes the same space in each case:
 * pages are prerendered without a reader. Asks the server when this browser had a sign-in before.
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

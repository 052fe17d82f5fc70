import { Icon, Link, useNavigate } from '@cytocomm/kit';
import { displayName, useSession } from '@cytocomm/session';
import { type ComponentType, useId, useState } from 'react';
import { DASHBOARD } from '../dashboard/addresses.ts';
import { useDropdown } from '../frame/index.ts';
import type { PersonEntryProps } from './PersonEntry.tsx';
import type { PersonMenuProps } from './PersonMenu.tsx';
import classes from './person.module.css';

/** The way to the dashboard, and a button for the person's menu, which loads when it is first opened. */
export function SignedInEntry({ accountLinks }: PersonEntryProps) {
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
        // All that it holds is there, too.
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

import type { LinkContribution } from '@cytocomm/contract';
import { Icon, Link } from '@cytocomm/kit';
import { useLogout } from '@cytocomm/portal-api';
import { displayName, useSession } from '@cytocomm/session';
import { DASHBOARD } from '../dashboard/addresses.ts';
import { accountIcon } from '../frame/links.ts';
import classes from './person.module.css';

/** Properties of {@link PersonMenu}. */
export interface PersonMenuProps {
  /** Pages about the person's own account. */
  readonly accountLinks: readonly LinkContribution[];
  /** Called when something of it was chosen. */
  readonly onChoose: () => void;
}

/** Who is signed in, and the ways to what is theirs. */
export function PersonMenu({ accountLinks, onChoose }: PersonMenuProps) {
  const name = useSession(displayName);
  const email = useSession((session) => session.email);
  const { logOut, question } = useLogout();
  return (
    <>
      <p className={classes.who}>
        <strong>{name}</strong>
        <span>{email}</span>
      </p>
      <ul className={classes.links}>
        <li>
          <Link to={DASHBOARD} className={classes.link} onClick={onChoose}>
            <Icon name="chart" size="small" />
            Dashboard
          </Link>
        </li>
        {accountLinks.map(({ path, label }) => (
          <li key={path}>
            <Link to={path} className={classes.link} onClick={onChoose}>
              <Icon name={accountIcon(path)} size="small" />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" className={classes.link} onClick={logOut}>
            <Icon name="logout" size="small" />
            Logout
          </button>
        </li>
      </ul>
      {question}
    </>
  );
}

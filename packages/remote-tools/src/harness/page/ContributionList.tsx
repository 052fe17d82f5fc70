import { Icon, type IconName, Link, NavLink, toast } from '@cytocomm/kit';
import { openSignIn } from '@cytocomm/session';
import { newestLink } from '@cytocomm/test-kit/browser';
import type { ReactNode } from 'react';
import classes from './harness.module.css';
import { remote } from './remote.ts';

/** The harness's own address of a section; the contract allows no remote a path like it. */
export function sectionPath(id: string): string {
  return `/@section/${id}`;
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <h2 className={classes.groupTitle}>{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}

function Label({ icon, title, detail }: { icon: IconName; title: string; detail: string }) {
  return (
    <>
      <Icon name={icon} size="small" />
      <span className={classes.entryText}>
        {title}
        <span className={classes.entryDetail}>{detail}</span>
      </span>
    </>
  );
}

/** Shows the newest sign-in mail of the fake portal, which reaches no mailbox. */
function readMail(): void {
  const link = newestLink();
  if (!link) toast('No sign-in link has been asked for.');
  else
    toast(
      <span>
        For {link.email}:{' '}
        <Link to={`/auth-handler#token=${link.token}`} className={classes.mailLink}>
          open the link
        </Link>
        , or type {link.code}.
      </span>,
    );
}

/** Everything the remote contributes, to open. */
export function ContributionList() {
  const { routes, sections, overlays } = remote.contributions;
  return (
    <nav aria-label="Contributions" className={classes.list}>
      <Group title="Pages">
        {routes.map(({ path, title }) => (
          <li key={path}>
            <NavLink to={path} end className={classes.entry ?? ''}>
              <Label icon="document" title={title} detail={path} />
            </NavLink>
          </li>
        ))}
      </Group>
      <Group title="Dashboard sections">
        {sections.map(({ id, component, role }) => (
          <li key={id}>
            <NavLink to={sectionPath(id)} className={classes.entry ?? ''}>
              <Label icon="chart" title={component} detail={`${role} · ${id}`} />
            </NavLink>
          </li>
        ))}
      </Group>
      <Group title="Overlays">
        {overlays.map(({ slot, component }) => (
          <li key={slot}>
            <button type="button" className={classes.entry} onClick={() => openSignIn()}>
              <Label icon="external" title={component} detail={slot} />
            </button>
          </li>
        ))}
      </Group>
      <Group title="Mail">
        {overlays
          .filter(({ slot }) => slot === 'sign-in')
          .map(({ slot }) => (
            <li key={slot}>
              <button type="button" className={classes.entry} onClick={readMail}>
                <Label icon="mail" title="Read the newest mail" detail="sign-in link and code" />
              </button>
            </li>
          ))}
      </Group>
    </nav>
  );
}

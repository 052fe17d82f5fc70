import { type Role, roleName, type User } from '@cytocomm/contract';
import { buildUser } from '@cytocomm/fake-portal';
import { MemoryRouter, Toaster, useLocation } from '@cytocomm/kit';
import { PortalApiProvider } from '@cytocomm/portal-api';
import { acceptSignIn, addRoles, chooseRole, parseRole } from '@cytocomm/session';
import { type RenderResult, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { type ReactNode, useLayoutEffect } from 'react';
import { currentFakePortal } from './start-fake-portal.ts';

/** How {@link renderRemote} shows a component. */
export interface RenderRemoteOptions {
  /** Who is signed in, with the fields of a valid person where they are missing; by default no one. */
  readonly session?: Partial<User>;
  /** The role whose dashboard is shown; by default the person's first. */
  readonly activeRole?: Role;
  /** The address the page stands at. */
  readonly path?: string;
}

/** What {@link renderRemote} answers, beside Testing Library's own. */
export interface RenderedRemote extends RenderResult {
  readonly user: UserEvent;
  /** The present address: path, query and fragment. */
  readonly location: () => string;
}

/** Renders a page, section or overlay of a remote as the shell would: with router, store, notifications and a session. */
export function renderRemote(ui: ReactNode, options: RenderRemoteOptions = {}): RenderedRemote {
  if (options.session) signIn(buildUser(options.session), options.activeRole);
  let address = '';
  const user = userEvent.setup();
  const rendered = render(
    <MemoryRouter initialEntries={[options.path ?? '/']}>
      <PortalApiProvider>{ui}</PortalApiProvider>
      <Toaster />
      <Address
        onChange={(next) => {
          address = next;
        }}
      />
    </MemoryRouter>,
  );
  return { ...rendered, user, location: () => address };
}

function Address({ onChange }: { readonly onChange: (address: string) => void }) {
  const { pathname, search, hash } = useLocation();
  useLayoutEffect(() => onChange(pathname + search + hash));
  return null;
}

/** Signs a person in at the fake server and in the session of this page, which gets to know their roles. */
export function signIn(user: User, activeRole: Role | undefined = user.roles[0]): void {
  const portal = currentFakePortal();
  if (portal) {
    portal.cookie = user.email;
    if (!portal.data.users.some(({ email }) => email === user.email)) portal.data.users.push(user);
  }
  addRoles(user.roles.filter((role) => parseRole(role) === null).map((name) => ({ name, label: roleName(name) })));
  acceptSignIn(user);
  if (activeRole) chooseRole(activeRole);
}

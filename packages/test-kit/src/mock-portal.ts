import type { Contributions, TeamRole, User } from '@cytocomm/contract';
import { createFakePortal, demoData, type FakeLink, people, type SignBackendToken } from '@cytocomm/fake-portal';
import { portalApi, portalStore } from '@cytocomm/portal-api';
import { acceptSignIn, addRoles, chooseRole, signOut } from '@cytocomm/session';
import { setupWorker } from 'msw/browser';
import { mswHandlers } from './msw-handlers.ts';

const portal = createFakePortal(demoData());

/** A remote in the fake portal, as its configuration states it. */
export interface MockedRemote {
  readonly name: string;
  readonly contributions: Contributions;
}

const personOf = ({ name, label }: TeamRole): User => ({
  email: `${name}@cytocomm.example`,
  name: label,
  roles: [name],
});

/** Returns the people to be: those of the demo, and one for each role that the remote brings. */
export const peopleFor = ({ contributions }: MockedRemote): readonly User[] => [
  ...people,
  ...(contributions.roles ?? []).map(personOf),
];

/**
 * Starts the fake portal in this page's service worker, where the table allows a remote the roles and backends that it states.
 * What it does not know goes to the network. Tokens for backends have no signature unless `signBackendToken` makes one.
 */
export async function startMockPortal(
  { name: remote, contributions }: MockedRemote,
  signBackendToken: SignBackendToken = portal.signBackendToken,
): Promise<void> {
  portal.signBackendToken = signBackendToken;
  const { backends = [], roles = [] } = contributions;
  const claims = { routes: [], sections: [], roles: roles.map(({ name }) => name), backends };
  const others = portal.data.remotes.filter((each) => each.remote !== remote);
  if (roles.length + backends.length > 0)
    portal.data.remotes = [...others, { remote, claims, mayPromote: false, switchedOff: null }];
  portal.data.users.push(...roles.map(personOf));
  addRoles(roles);
  await setupWorker(...mswHandlers(portal)).start({ onUnhandledFrame: 'bypass', quiet: true });
}

/** Signs another person in as if they had followed a link; null signs out. */
export async function switchTo(person: User | null): Promise<void> {
  if (person === null) {
    await signOut();
    return;
  }
  portal.cookie = person.email;
  acceptSignIn(person);
  const [role] = person.roles;
  if (role) chooseRole(role);
  portalStore.dispatch(portalApi.util.resetApiState());
}

/** Returns the sign-in link that was mailed last and has not been used; there is no mailbox here to find it in. */
export function newestLink(): FakeLink | undefined {
  return portal.data.links.at(-1);
}

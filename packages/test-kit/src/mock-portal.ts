import type { User } from '@cytocomm/contract';
import { portalApi, portalStore } from '@cytocomm/portal-api';
import { acceptSignIn, chooseRole, signOut } from '@cytocomm/session';
import { setupWorker } from 'msw/browser';
import { demoData } from './demo-data.ts';
import { createFakePortal } from './fake-portal/fake-portal.ts';
import type { FakeLink } from './fake-portal/state.ts';

const portal = createFakePortal(demoData());

/** Starts the fake portal in this page's service worker. What it does not know goes to the network. */
export async function startMockPortal(): Promise<void> {
  await setupWorker(...portal.handlers).start({ onUnhandledFrame: 'bypass', quiet: true });
}

/** Signs somebody else in, or nobody, as if they had followed a link. */
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

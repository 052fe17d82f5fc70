import type { User } from '@cytocomm/contract';
import { chooseRole, completed, signOut } from '@cytocomm/session';
import { setupWorker } from 'msw/browser';
import { createFakePortal } from '../../../../test-kit/src/fake-portal/fake-portal.ts';

export type Person = User;
export const people: readonly Person[] = (['investor', 'customer', 'developer', 'admin'] as const).map((role) => ({
  email: `${role}@cytocomm.example`,
  name: role,
  roles: [role],
}));
const portal = createFakePortal({ users: people.map((p) => ({ ...p })) });

export async function startMockPortal(): Promise<void> {
  await setupWorker(...portal.handlers).start();
}

export async function switchTo(person: Person | null): Promise<void> {
  if (person === null) {
    await signOut();
    return;
  }
  portal.cookie = person.email;
  completed(person);
  const [role] = person.roles;
  if (role) chooseRole(role);
}

import type { Role } from '@cytocomm/contract';
import { callAuth, defaultRoleChanged, SessionFailure } from '@cytocomm/session';

/** Keeps at the server which dashboard opens at sign-in; null asks each time. Returns why it was not kept, null when it was. */
export async function keepDefaultRole(role: Role | null): Promise<string | null> {
  try {
    await callAuth('/default-role', { method: 'PUT', body: { role } });
    defaultRoleChanged(role);
    return null;
  } catch (cause) {
    if (!(cause instanceof SessionFailure)) throw cause;
    return cause.message;
  }
}

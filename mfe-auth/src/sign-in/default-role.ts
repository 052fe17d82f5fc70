import { type Role, setDefaultRole } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { acceptDefaultRole, roleLabel } from '@cytocomm/session';

/** Stores at the server which dashboard opens at sign-in; null asks each time. Returns why it failed, null on success. */
export async function keepDefaultRole(role: Role | null): Promise<string | null> {
  const { error } = await send(setDefaultRole, { body: { role } });
  if (error) return error.detail;
  acceptDefaultRole(role);
  return null;
}

/** Returns the label of a role's dashboard. */
export function dashboardLabel(role: Role): string {
  return `${roleLabel(role)} Dashboard`;
}

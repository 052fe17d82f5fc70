import { type Role, setDefaultRole } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { acceptDefaultRole } from '@cytocomm/session';

/** Keeps at the server which dashboard opens at sign-in; null asks each time. Returns why it was not kept, null when it was. */
export async function keepDefaultRole(role: Role | null): Promise<string | null> {
  const { error } = await send(setDefaultRole, { body: { role } });
  if (error) return error.detail;
  acceptDefaultRole(role);
  return null;
}

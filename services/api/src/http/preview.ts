import { type Role, roleSchema } from '@cytocomm/contract';
import type { Request } from 'express';
import type { AccessRule, Principal } from './access.ts';
import { ApiError, forbidden, invalidFields } from './problem.ts';

/** The header by which an admin reads as somebody with one other role would. */
const PREVIEW_HEADER = 'Preview-As';

/**
 * Whom a call is judged as. An admin who previews a role has that role alone, so that what is shown is what such a
 * person is shown; and nothing can be changed, whatever the page that asks believes. Nobody else may preview.
 */
export function judgedAs(rule: AccessRule, caller: Principal | null, req: Request): Principal | null {
  const asked = req.get(PREVIEW_HEADER);
  if (asked === undefined || rule.credentials === 'none' || rule.ignoresPreview === true || caller === null)
    return caller;
  const role = roleSchema.safeParse(asked);
  if (!role.success) throw invalidFields([{ path: `headers.${PREVIEW_HEADER}`, message: 'is no role' }]);
  if (!caller.roles.includes('admin')) throw forbidden('Only admins can preview a role.');
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    throw new ApiError(403, 'preview', `In the preview as ${role.data} nothing can be changed.`);
  }
  return previewing(caller, role.data);
}

/** An admin as somebody who holds this role alone. */
export function previewing(admin: Principal, role: Role): Principal {
  return { ...admin, roles: [role], defaultRole: undefined, previewed: role };
}

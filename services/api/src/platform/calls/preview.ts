import { type Role, roleSchema } from '@cytocomm/contract';
import type { Request } from 'express';
import { type AccessRule, type Caller, isTeam, type Principal } from './access.ts';
import { ApiError, forbidden, invalidFields } from './problem.ts';

/** The header by which an admin previews a role. */
const PREVIEW_HEADER = 'Preview-As';

/** Whether there is a role of this name. */
type IsRole = (role: Role) => Promise<boolean>;

/**
 * Returns the user that a call is authorised as: an admin who previews a role has that role alone. Throws 403 for a change
 * in a preview, and for anybody but admins.
 */
async function authorisedAs(
  rule: AccessRule,
  caller: Principal | null,
  req: Request,
  isRole: IsRole,
): Promise<Principal | null> {
  const requested = req.get(PREVIEW_HEADER);
  if (requested === undefined || rule.credentials === 'none' || rule.ignoresPreview === true || caller === null)
    return caller;
  const noRole = () => invalidFields([{ path: `headers.${PREVIEW_HEADER}`, message: 'is no role' }]);
  const role = roleSchema.safeParse(requested);
  if (!role.success) throw noRole();
  if (!caller.roles.includes('admin')) throw forbidden('Only admins can preview a role.');
  if (!(await isRole(role.data))) throw noRole();
  if (req.method !== 'GET' && req.method !== 'HEAD' && rule.changesNothing !== true) {
    throw new ApiError(403, 'preview', `In the preview as ${role.data} nothing can be changed.`);
  }
  return previewing(caller, role.data);
}

/** A person who lacks the passkey that a role demands is a visitor, but for the calls by which they add one. */
function admittedPerson(rule: AccessRule, person: Principal | null): Caller {
  if (person?.lacksPasskey !== true || rule.credentials === 'own-origin') return rule.admit(person);
  try {
    return rule.admit(null);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not-signed-in') throw error;
    throw new ApiError(403, 'passkey-needed', 'Your role demands a passkey. Add one on your security page first.');
  }
}

/** Returns whom an access rule admits. Throws 401 and 403, and 400 for a preview of a role that does not exist. */
export async function admitted(rule: AccessRule, caller: Caller, req: Request, isRole: IsRole): Promise<Caller> {
  if (!isTeam(caller)) return admittedPerson(rule, await authorisedAs(rule, caller, req, isRole));
  if (rule.admitTeam === undefined) throw forbidden();
  if (req.get(PREVIEW_HEADER) !== undefined) throw forbidden('Only admins can preview a role.');
  return rule.admitTeam(caller, req.params);
}

/** Returns an admin with this role alone, in no group: as most who hold it. */
export function previewing(admin: Principal, role: Role): Principal {
  return { ...admin, roles: [role], groups: [], defaultRole: undefined, previewed: role };
}

import { type BuiltInRole, type Role, roleName, type TeamRole } from '@cytocomm/contract';

// A record, so that a role added to the contract and forgotten here is a type error.
const BUILT_IN: Record<BuiltInRole, true> = { admin: true, investor: true, customer: true, developer: true };

/** The labels of roles from the remotes of this page. */
const remoteLabels = new Map<Role, string>();

/** Adds the labels of roles from remotes; the portal's own stay as they are. */
export function keepRoles(roles: readonly TeamRole[]): void {
  for (const { name, label } of roles) if (!Object.hasOwn(BUILT_IN, name)) remoteLabels.set(name, label);
}

/** Whether a value is a role of the portal or of one of the page's remotes. */
const isRole = (value: unknown): value is Role =>
  typeof value === 'string' && (Object.hasOwn(BUILT_IN, value) || remoteLabels.has(value));

/** Returns a role as people read it: `Investor`, or what the remote that brings it calls it. */
export const roleLabel = (role: Role): string => remoteLabels.get(role) ?? roleName(role);

/** Returns the value when it is a role that this page knows, else null. */
export const parseRole = (value: unknown): Role | null => (isRole(value) ? value : null);

/** Returns the roles in an array, or of a single value; none for anything else (specification, section 5). */
export function parseRoles(value: unknown): readonly Role[] {
  const candidates: unknown[] = Array.isArray(value) ? value : [value];
  return [...new Set(candidates.filter(isRole))];
}

/** What an ID token holds about the person, and how long it is valid. */
export interface Claims {
  readonly email: string;
  readonly name: string | null;
  readonly roles: readonly Role[];
  readonly role: Role | null;
  readonly passkeyNeeded: boolean;
  /** Milliseconds from minting to expiry. */
  readonly lifetime: number;
}

/**
 * Returns the claims of an ID token, null for what is no token. The signature is the server's to check; here the claims only decide what is shown.
 * The lifetime is counted from the token's own time of issue, so a computer whose clock is wrong works too.
 */
export function readClaims(idToken: string): Claims | null {
  const claims = decodePayload(idToken);
  const { sub, name, iat, exp } = claims;
  const from = typeof iat === 'number' ? iat : Date.now() / 1000;
  if (typeof sub !== 'string' || typeof exp !== 'number' || exp <= from) return null;
  return {
    email: sub,
    name: typeof name === 'string' && name !== '' ? name : null,
    roles: parseRoles(claims.roles),
    role: parseRole(claims.role),
    passkeyNeeded: claims.passkeyNeeded === true,
    lifetime: (exp - from) * 1000,
  };
}

/** Returns the payload of a token, empty for what is no token. */
function decodePayload(idToken: string): Record<string, unknown> {
  try {
    const base64 = (idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return { ...JSON.parse(new TextDecoder().decode(bytes)) };
  } catch {
    return {};
  }
}

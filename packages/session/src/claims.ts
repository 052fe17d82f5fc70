import type { Role } from '@cytocomm/contract';
import { isRole } from './roles.ts';

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

import { createHash } from 'node:crypto';
import { sessionCookie } from '../names.ts';

/** Returns a file's integrity value in the form that browsers check (W3C Subresource Integrity): sha384 in base64. */
export function integrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** Returns the id that servers use for a session: the cookie's own id is never stored or shown. */
export function sessionKey(cookieId: string): string {
  return createHash('sha256').update(cookieId).digest('base64url');
}

/**
 * Returns the id of the session that a request's cookies name; undefined without one. Nothing is verified: it tells one
 * sign-in from another and opens nothing.
 */
export function sessionKeyOf(cookies: string | undefined, publicUrl: string): string | undefined {
  const name = sessionCookie(publicUrl);
  // As express-session writes it: `s:ID.SIGNATURE`, escaped.
  const value = new RegExp(`(?:^|;)\\s*${name}=s(?:%3A|:)([\\w-]+)\\.`, 'i').exec(cookies ?? '');
  return value?.[1] === undefined ? undefined : sessionKey(value[1]);
}

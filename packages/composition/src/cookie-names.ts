/**
 * The cookie by which a canary for some roles finds its visitors: the names of their roles, joined by dots. The API sets it
 * beside the session, services/web reads it. It opens nothing, so it is not signed.
 */
export const VISITOR_ROLES_COOKIE = 'portal_roles';

/** Returns the name of a cookie of a portal at this address; with https its prefix binds it to this host. */
function boundName(publicUrl: string, name: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** Returns the name of the session's cookie. */
export function sessionCookie(publicUrl: string): string {
  return boundName(publicUrl, 'portal');
}

/** Returns the name of the cookie that holds a signed permission to load a remote from the own machine. */
export function localRemoteCookie(publicUrl: string): string {
  return boundName(publicUrl, 'portal_local_remote');
}

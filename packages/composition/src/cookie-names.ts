/**
 * The cookie by which a canary for some roles finds its visitors: the names of their roles, joined by dots. The API sets it
 * beside the session, services/web reads it. It opens nothing, so it is not signed.
 */
export const VISITOR_ROLES_COOKIE = 'portal_roles';

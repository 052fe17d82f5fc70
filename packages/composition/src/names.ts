/**
 * The folder of an origin where `npm run dev`, or the development server of one remote, has the newest files of each watched
 * build, by the build's name. No route of a remote can have such an address.
 */
export const HOT_BUILDS_PATH = '/@dev/hot/';

/** Whether a file of a release is a source map, or a compressed one: never served, and in no page's lock. */
export function isSourceMap(path: string): boolean {
  return /\.map(\.(br|gz))?$/i.test(path);
}

/** The file of a release that says what is in it. */
export const RELEASE_MANIFEST = 'release.json';

/** The manifest of Module Federation 2 that each build has, for hosts and tools of others: served, asked for by no page. */
export const FEDERATION_MANIFEST = 'mf-manifest.json';

/** The folder of a release whose files are never served. */
export const SERVER_FOLDER = '.server';

/** The build of a release for prerendering, in `SERVER_FOLDER`. */
export const SERVER_BUNDLE = 'bundle.cjs';

/** The folder of the shell's release that holds the portal's packages for teams, and their index. Asked for by no page. */
export const PACKAGES_FOLDER = 'packages';

/** The file in the folder of locks that names the active one. */
export const LOCK_POINTER = 'current';

/**
 * Returns how the names begin that a release's styles define for the whole page: classes of CSS modules, keyframes, layers,
 * fonts. No name of a remote has the `_` that ends it.
 */
export function styleNamePrefix(releaseName: string): string {
  return `${releaseName}_`;
}

/** Returns the name of the global under which a remote's entry script leaves its container. */
export function containerName(remoteName: string): string {
  return remoteName.replaceAll('-', '_');
}

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

/** The id of the element that holds the page. */
export const ROOT_ELEMENT_ID = 'root';

/** The id of the JSON data block that holds the lock. */
export const LOCK_ELEMENT_ID = 'portal-lock';

/** The id of the JSON data block that holds the names of remotes that are switched off; a page without it has none. */
export const SWITCHED_OFF_ELEMENT_ID = 'portal-switched-off';

/** The id of the JSON data block that holds what the page was prerendered with. */
export const PAGE_DATA_ELEMENT_ID = 'portal-data';

/** The id of the JSON data block that says which remote this page loads from the person's own machine; other pages have none. */
export const LOCAL_REMOTE_ELEMENT_ID = 'portal-local-remote';

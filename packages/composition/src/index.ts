export { COLORS } from './colors.ts';
export { containerName } from './container-name.ts';
export { localRemoteCookie, sessionCookie, VISITOR_ROLES_COOKIE } from './cookie-names.ts';
export { DEADLINES } from './deadlines.ts';
export {
  LOCAL_REMOTE_ELEMENT_ID,
  LOCK_ELEMENT_ID,
  PAGE_DATA_ELEMENT_ID,
  ROOT_ELEMENT_ID,
  SWITCHED_OFF_ELEMENT_ID,
} from './element-ids.ts';
export {
  FEDERATION_MANIFEST,
  LOCK_POINTER,
  PACKAGES_FOLDER,
  RELEASE_MANIFEST,
  SERVER_BUNDLE,
  SERVER_FOLDER,
} from './file-names.ts';
export { HOT_BUILDS_PATH } from './hot-builds.ts';
export { filesOfPage, type PageFile, type PageFiles } from './page-files.ts';
export { MISSING_PAGE_TITLE, pageTitle, SITE_NAME } from './page-title.ts';
export { LockUnreadable, type PageWithLock, readLock } from './read-lock.ts';
export { type MatchedRoute, matchRoute, routesOf, servedPath } from './routes.ts';
export { isSourceMap } from './source-maps.ts';
export { styleNamePrefix } from './style-names.ts';
export { readSwitchedOff } from './switched-off.ts';
export { THEME_ATTRIBUTE, THEME_COOKIE, THEMES, type Theme, themeOf } from './theme.ts';

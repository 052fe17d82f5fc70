export { DEADLINES } from './deadlines.ts';
export {
  containerName,
  FEDERATION_MANIFEST,
  HOT_BUILDS_PATH,
  isSourceMap,
  LOCAL_REMOTE_ELEMENT_ID,
  LOCK_ELEMENT_ID,
  LOCK_POINTER,
  localRemoteCookie,
  PACKAGES_FOLDER,
  PAGE_DATA_ELEMENT_ID,
  RELEASE_MANIFEST,
  ROOT_ELEMENT_ID,
  SERVER_BUNDLE,
  SERVER_FOLDER,
  SWITCHED_OFF_ELEMENT_ID,
  sessionCookie,
  styleNamePrefix,
  VISITOR_ROLES_COOKIE,
} from './names.ts';
export { LockUnreadable, type PageWithLock, readLock, readSwitchedOff } from './read-lock.ts';
export {
  filesOfPage,
  type MatchedRoute,
  MISSING_PAGE_TITLE,
  matchRoute,
  type PageFile,
  type PageFiles,
  pageTitle,
  routesOf,
  SITE_NAME,
  servedPath,
} from './routes.ts';
export { COLORS, THEME_ATTRIBUTE, THEME_COOKIE, THEMES, type Theme, themeOf } from './theme.ts';

import './other-tabs.ts';

export {
  chooseRole,
  closeSignIn,
  completed,
  defaultRoleChanged,
  loggedOutEverywhere,
  openSignIn,
  previewAs,
  recheck,
  restore,
  signOut,
} from './actions.ts';
export { parseRole, parseRoles } from './claims.ts';
export { hasDrafts, hasUnsavedWork, keepDraft, keptDraft, noteUnderWay } from './drafts.ts';
export { sessionMarker } from './single-instance.ts';
export { forgetEmail, rememberEmail, rememberedEmail } from './storage.ts';
export { displayName, type SessionState, type SessionStatus, useSession } from './store.ts';
export { freshIdToken, sessionEnded } from './token.ts';

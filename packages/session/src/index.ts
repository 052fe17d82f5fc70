import './other-tabs.ts';

export {
  acceptDefaultRole,
  acceptLogOutEverywhere,
  acceptSignIn,
  addRoles,
  chooseRole,
  closeSignIn,
  openSignIn,
  previewAs,
  recheck,
  restore,
  signOut,
} from './actions.ts';
export { parseRole, parseRoles, roleLabel } from './claims.ts';
export { acceptConfirmation, askConfirmation } from './confirmation.ts';
export {
  hasDrafts,
  hasUnsavedWork,
  keepDraft,
  readDraft,
  type SavedWork,
  type SaveWork,
  saveWork,
  setUnderWay,
} from './drafts.ts';
export { sessionMarker } from './single-instance.ts';
export { forgetEmail, readRememberedEmail, rememberEmail, wasSignedIn } from './storage.ts';
export {
  displayName,
  type NotSignedIn,
  type SessionState,
  type SessionStatus,
  type SignedIn,
  useSession,
} from './store.ts';
export { endSession, freshIdToken } from './token.ts';

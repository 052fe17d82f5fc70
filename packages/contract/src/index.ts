// The calls of the API, and the shapes of their requests and answers.
// What browsers take stands by name: behind a star webpack builds every schema, and zod, for one call.

export { AUDIT_ACTIONS, type AuditAction, isOperatorsAction } from './api/audit-actions.ts';
export { deviceName } from './api/device-name.ts';
export * from './api/index.ts';
export { MAIL_KINDS, type MailKindName } from './api/mail-kinds.ts';
export { addresseeOf, DOCUMENT_PAGE, documentPage, pageFor } from './api/mailed-page.ts';
export { DEFAULT_RETURN_TO, safeReturnTo } from './api/return-to.ts';
export { API_VERSION } from './api-version.ts';
export { type Backend, backendSchema, backendsSchema } from './backend.ts';
export { CALL_SPECS, type CallReply, type CallSpec, specOf } from './call-specs/index.ts';
export { addressOf } from './calls/address.ts';
export {
  chooseAlertPreferences,
  confirmAlerts,
  countAlertAudience,
  openUnsubscribePage,
  readAlertPreferences,
  requestAlerts,
  unsubscribeAlerts,
} from './calls/alerts.ts';
export { exportAudit, listAudit, listStrangers } from './calls/audit.ts';
export {
  beginCompanySignIn,
  checkLink,
  completeCompanySignIn,
  completeSignIn,
  listDevices,
  logOut,
  logOutEverywhere,
  mintIdToken,
  readSignInOptions,
  requestMagicLink,
  revokeDevice,
  setDefaultRole,
} from './calls/auth.ts';
export { mintBackendToken, readBackendKeys } from './calls/backend-tokens.ts';
export { DELETED_AT_HEADER, deleteFromBin, listBin, restoreFromBin } from './calls/bin.ts';
export { type Call, type CallMethod, type CallTypes, call, type Nothing } from './calls/call.ts';
export { readCaptcha, sendContactMessage } from './calls/contact.ts';
export {
  acknowledgeDocument,
  exportAcknowledgements,
  listAcknowledgements,
  listMissingAcknowledgements,
} from './calls/document-acknowledgements.ts';
export {
  countDocumentReaders,
  exportPersonAccesses,
  listNonReaders,
  listPersonAccesses,
  remindNonReaders,
} from './calls/document-readers.ts';
export {
  deleteDocumentVersion,
  listDocumentVersions,
  readDocumentVersion,
  replaceDocumentContent,
  restoreDocumentVersion,
} from './calls/document-versions.ts';
export {
  changeDocument,
  deleteDocument,
  exportDocumentAccesses,
  exportDocuments,
  listDocumentAccesses,
  listDocuments,
  listReports,
  readDocumentContent,
  readStorageUsage,
  uploadDocument,
} from './calls/documents.ts';
export {
  addEvent,
  changeEvent,
  createCalendarLink,
  deleteEvent,
  exportEvents,
  listAllEvents,
  listEvents,
  listPublicEvents,
  readCalendarFeed,
  readCalendarLink,
  readEvent,
  readPublicCalendar,
  readVisibleEvent,
  revokeCalendarLink,
} from './calls/events.ts';
export { submitAlertsForm, submitConfirmForm, submitContactForm, submitUnsubscribeForm } from './calls/forms.ts';
export { changeUserGroup, countReaders, listGroups } from './calls/groups.ts';
export { allowLocalRemote, fitLocalRemote, readLocalRemote, stopLocalRemote } from './calls/local-remotes.ts';
export { exportMails, listMails, retryMail } from './calls/mail.ts';
export {
  listNotifications,
  markNotificationsRead,
  noteVisit,
  summarizeNotifications,
} from './calls/notifications.ts';
export {
  listFailureCauses,
  openLive,
  readApiPage,
  readHealth,
  readMetrics,
  readOpenApi,
  readProcessReadiness,
  readReadiness,
  readReleaseHealth,
  reportFailure,
  reportTelemetry,
} from './calls/operations.ts';
export {
  addPasskey,
  beginConfirmation,
  beginPasskey,
  beginSecondFactor,
  confirmPerson,
  createRecoveryCodes,
  giveSecondFactor,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from './calls/passkeys.ts';
export { readPicture, uploadPicture } from './calls/pictures.ts';
export {
  approvePressRelease,
  askForApproval,
  declinePressRelease,
  withdrawApproval,
} from './calls/press-release-approval.ts';
export {
  listPressReleaseRevisions,
  readPressReleaseRevision,
  restorePressReleaseRevision,
} from './calls/press-release-revisions.ts';
export {
  changePressRelease,
  deletePressRelease,
  discardPressReleaseText,
  exportPressReleases,
  listAllPressReleases,
  listPressReleases,
  readPressRelease,
  readPressReleaseFeed,
  readPressReleaseState,
  savePressReleaseText,
  sendTestMail,
  startPressReleaseDraft,
  writePressRelease,
} from './calls/press-releases.ts';
export {
  changeRemote,
  listLocks,
  listReleases,
  listRemoteReleases,
  listRemotes,
  listTeamTokens,
  mintTeamToken,
  promoteCanary,
  promoteReleases,
  publishRelease,
  readLiveLock,
  readLock,
  readRelease,
  readRemote,
  revokeTeamToken,
  rollBack,
  stopCanary,
  switchRemoteOff,
  switchRemoteOn,
} from './calls/releases.ts';
export { readWaitingReports, recallWaitingReports, sendWaitingReports } from './calls/report-mails.ts';
export { searchPortal } from './calls/search.ts';
export {
  addUser,
  changeUserRole,
  deleteUser,
  endUserSessions,
  exportUsers,
  importUsers,
  inviteUsers,
  listSignIns,
  listUsers,
  readUser,
  renameUser,
  resendInvitation,
  resetPasskeys,
} from './calls/users.ts';
// Releases, locks, and what a remote contributes.
export {
  type Contributions,
  contributionsSchema,
  type LinkContribution,
  type OverlayContribution,
  type PageDataSource,
  pageDataSourceSchema,
  type RouteContribution,
  type SectionContribution,
} from './contributions.ts';
export { aboutDocument, DOCUMENT_KIND_LABELS, type ToldDocument } from './document-words.ts';
// How people read what the API gives.
export { eventDay } from './event-day.ts';
export {
  type EventTimes,
  eventsFrom,
  isOver,
  isTimeZone,
  isWholeDay,
  MAX_EVENT_DAYS,
  timesFault,
} from './event-times.ts';
export { groupNamed, MAX_GROUP_LENGTH, MAX_GROUPS_OF_ITEM, MAX_GROUPS_OF_PERSON } from './group-name.ts';
export { type Group, groupSchema, itemGroupsSchema } from './groups.ts';
export { alternativeText, excerptOfHtml, previewOfHtml, textOfHtml } from './html-text.ts';
export { isNeeded } from './needed-remotes.ts';
export { MAX_PASSKEYS, PASSKEY_NAME_LENGTH, SECURITY_PAGE } from './passkey-bounds.ts';
export { type PastedMailbox, pastedEmail, pastedMailbox, withoutUnseen } from './pasted-email.ts';
export { PERSON_NAME_LENGTH } from './person-name-bounds.ts';
export {
  MAX_ALTERNATIVE_TEXT,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  MAX_PICTURE_SIDE,
  PICTURE_WIDTHS,
  pictureWidths,
} from './picture-bounds.ts';
export { inPlainLetters } from './plain-letters.ts';
export { APPROVAL_NOTE_LENGTH, RELEASE_CONTENT_LENGTH } from './press-release-bounds.ts';
export { type RecordKind, recordKindSchema, type SearchedKind, searchedKindSchema } from './record-kind.ts';
export {
  CONTRACT_VERSION,
  type Lock,
  type LockedRelease,
  lockedReleaseSchema,
  lockIdSchema,
  lockSchema,
  type Release,
  type RemoteConfig,
  releaseFileSchema,
  releaseSchema,
  remoteConfigSchema,
} from './release.ts';
// What the shell hands to a remote's components.
export type {
  OverlayProps,
  PageData,
  PageProps,
  RemoteModule,
  SectionPlace,
  SectionProps,
  SiteIdentity,
} from './remote-module.ts';
export { RETENTION } from './retention.ts';
// Roles.
export { isPlainLabel, looksAlike } from './role-label.ts';
export { roleName } from './role-name.ts';
export {
  assignableRoleSchema,
  type BuiltInRole,
  builtInRoleSchema,
  isBuiltInRole,
  MAX_ROLES_OF_PERSON,
  type Role,
  roleSchema,
  type TeamRole,
  teamRoleSchema,
} from './roles.ts';
// What people look for.
export { MAX_SEARCH_WORDS, searchedWords } from './search-bounds.ts';

// What browsers take stands by name: to find a name behind a star, webpack reads every domain, and zod.

export { addressOf } from './address.ts';
export { AUDIT_ACTIONS, type AuditAction, isOperatorsAction } from './audit-actions.ts';
export {
  APPROVAL_NOTE_LENGTH,
  MAX_ALTERNATIVE_TEXT,
  MAX_DOWNLOADS_OF_CLIENT,
  MAX_EVENTS_LISTED,
  MAX_FOUND_OF_KIND,
  MAX_GROUP_LENGTH,
  MAX_GROUPS_OF_ITEM,
  MAX_GROUPS_OF_PERSON,
  MAX_PASSKEYS,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  MAX_PICTURE_SIDE,
  MAX_REMINDED,
  MAX_SEARCH_WORDS,
  MAX_WAITING_COUNTED,
  PASSKEY_NAME_LENGTH,
  PERSON_NAME_LENGTH,
  PICTURE_WIDTHS,
  pictureWidths,
  RELEASE_CONTENT_LENGTH,
  SECURITY_PAGE,
} from './bounds.ts';
export {
  API_VERSION,
  type Call,
  type CallMethod,
  type CallTypes,
  call,
  DELETED_AT_HEADER,
  type Nothing,
} from './call.ts';
export {
  acknowledgeDocument,
  exportAcknowledgements,
  listAcknowledgements,
  listMissingAcknowledgements,
} from './calls/acknowledgements.ts';
export {
  chooseAlertPreferences,
  confirmAlerts,
  countAlertAudience,
  openUnsubscribePage,
  readAlertPreferences,
  requestAlerts,
  submitAlertsForm,
  submitConfirmForm,
  submitUnsubscribeForm,
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
export { deleteFromBin, listBin, restoreFromBin } from './calls/bin.ts';
export { readCaptcha, sendContactMessage, submitContactForm } from './calls/contact.ts';
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
export { changeUserGroup, countReaders, listGroups } from './calls/groups.ts';
export {
  allowLocalRemote,
  fitLocalRemote,
  mintBackendToken,
  readBackendKeys,
  readLocalRemote,
  stopLocalRemote,
} from './calls/local-remotes.ts';
export { exportMails, listMails, retryMail } from './calls/mail.ts';
export { listNotifications, markNotificationsRead, noteVisit, summarizeNotifications } from './calls/notifications.ts';
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
export {
  approvePressRelease,
  askForApproval,
  declinePressRelease,
  listPressReleaseRevisions,
  readPicture,
  readPressReleaseRevision,
  restorePressReleaseRevision,
  uploadPicture,
  withdrawApproval,
} from './calls/press-release-editing.ts';
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
  listLocks,
  listReleases,
  listRemoteReleases,
  promoteCanary,
  promoteReleases,
  publishRelease,
  readLiveLock,
  readLock,
  readRelease,
  rollBack,
  stopCanary,
} from './calls/releases.ts';
export {
  changeRemote,
  listRemotes,
  listTeamTokens,
  mintTeamToken,
  readRemote,
  revokeTeamToken,
  switchRemoteOff,
  switchRemoteOn,
} from './calls/remotes.ts';
export { readWaitingReports, recallWaitingReports, sendWaitingReports } from './calls/report-mails.ts';
export { searchPortal } from './calls/search.ts';
export { importUsers } from './calls/user-import.ts';
export {
  addUser,
  changeUserRole,
  deleteUser,
  endUserSessions,
  exportUsers,
  inviteUsers,
  listSignIns,
  listUsers,
  readUser,
  renameUser,
  resendInvitation,
  resetPasskeys,
} from './calls/users.ts';
export {
  type EventTimes,
  eventDay,
  eventsFrom,
  isOver,
  isTimeZone,
  isWholeDay,
  MAX_EVENT_DAYS,
  timesFault,
} from './event-times.ts';
export { alternativeText, excerptOfHtml, previewOfHtml, textOfHtml } from './html-text.ts';
export { aboutDocument, DOCUMENT_KIND_LABELS, MAIL_KINDS, type MailKindName, type ToldDocument } from './labels.ts';
export { addresseeOf, DOCUMENT_PAGE, documentPage, pageFor } from './mailed-page.ts';
export { deviceName, roleName } from './names.ts';
export { ALERT_CONFIRM_PATH, ALERT_UNSUBSCRIBE_PATH, DEFAULT_RETURN_TO, safeReturnTo } from './pages.ts';
export { type PastedMailbox, pastedEmail, pastedMailbox, withoutUnseen } from './pasted-email.ts';
export { groupNamed, inPlainLetters } from './plain-letters.ts';
export {
  isNeeded,
  type OverlayProps,
  type PageData,
  type PageProps,
  type RemoteModule,
  type SectionPlace,
  type SectionProps,
  type SiteIdentity,
} from './remote-module.ts';
export { RETENTION } from './retention.ts';
export { searchedWords } from './searched-words.ts';

// Schemas, and what servers need besides.

export {
  type Backend,
  backendSchema,
  backendsSchema,
  type Contributions,
  contributionsSchema,
  type LinkContribution,
  type OverlayContribution,
  type PageDataSource,
  pageDataSourceSchema,
  type RouteContribution,
  type SectionContribution,
} from './contributions.ts';
export type { CallReply, CallSpec } from './define-call.ts';
export * from './domains/acknowledgements.ts';
export * from './domains/alerts.ts';
export * from './domains/audit.ts';
export * from './domains/auth.ts';
export * from './domains/bin.ts';
export * from './domains/contact.ts';
export * from './domains/document-readers.ts';
export * from './domains/document-versions.ts';
export * from './domains/documents.ts';
export * from './domains/events.ts';
export * from './domains/groups.ts';
export * from './domains/local-remotes.ts';
export * from './domains/mail.ts';
export * from './domains/notifications.ts';
export * from './domains/operations.ts';
export * from './domains/passkeys.ts';
export * from './domains/press-release-editing.ts';
export * from './domains/press-releases.ts';
export * from './domains/releases.ts';
export * from './domains/remotes.ts';
export * from './domains/report-mails.ts';
export * from './domains/search.ts';
export * from './domains/user-import.ts';
export * from './domains/users.ts';
export {
  cursorSchema,
  type Group,
  groupSchema,
  itemGroupsSchema,
  MAX_PAGE,
  type PageQuery,
  pageFields,
  pageOf,
  pageQuerySchema,
  type RecordKind,
  recordKindSchema,
  type SearchedKind,
  searchedKindSchema,
} from './fields.ts';
export {
  type FieldProblem,
  fieldProblemSchema,
  PROBLEMS,
  type Problem,
  type ProblemCode,
  problemCodeSchema,
  problemSchema,
} from './problem.ts';
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
export {
  assignableRoleSchema,
  type BuiltInRole,
  builtInRoleSchema,
  isBuiltInRole,
  isPlainLabel,
  looksAlike,
  MAX_ROLES_OF_PERSON,
  type Role,
  roleSchema,
  type TeamRole,
  teamRoleSchema,
} from './roles.ts';
export { CALL_SPECS, specOf } from './specs.ts';
export {
  cleanedName,
  contactFieldsSchema,
  emailSchema,
  lineOf,
  linesOf,
  type RecordParams,
  recordIdSchema,
  recordParamsSchema,
} from './text.ts';

// The calls of the API, and the shapes of their requests and answers.
// What browsers take stands by name: behind a star webpack builds every schema, and zod, for one call.

export { AUDIT_ACTIONS, type AuditAction, isOperatorsAction } from './api/audit-actions.ts';
export { deviceName } from './api/device-name.ts';
export * from './api/index.ts';
export { DEFAULT_RETURN_TO, safeReturnTo } from './api/return-to.ts';
export { API_VERSION } from './api-version.ts';
export { CALL_SPECS, type CallReply, type CallSpec, specOf } from './call-specs/index.ts';
export {
  addEvent,
  addressOf,
  addUser,
  type Call,
  type CallMethod,
  type CallTypes,
  call,
  changeEvent,
  changePressRelease,
  changeUserRole,
  checkLink,
  chooseAlertPreferences,
  completeSignIn,
  confirmAlerts,
  countAlertAudience,
  createCalendarLink,
  deleteDocument,
  deleteEvent,
  deletePressRelease,
  deleteUser,
  listAllPressReleases,
  listAudit,
  listDevices,
  listDocumentAccesses,
  listDocuments,
  listEvents,
  listMails,
  listPressReleases,
  listReports,
  listSignIns,
  listStrangers,
  listUsers,
  logOut,
  logOutEverywhere,
  mintIdToken,
  type Nothing,
  openLive,
  openUnsubscribePage,
  readAlertPreferences,
  readApiPage,
  readCalendarFeed,
  readCalendarLink,
  readCaptcha,
  readDocumentContent,
  readHealth,
  readMetrics,
  readOpenApi,
  readPressRelease,
  readPressReleaseFeed,
  readPressReleaseState,
  readReadiness,
  readStorageUsage,
  readUser,
  reportFailure,
  requestAlerts,
  requestMagicLink,
  retryMail,
  revokeCalendarLink,
  revokeDevice,
  sendContactMessage,
  sendTestMail,
  setDefaultRole,
  submitAlertsForm,
  submitConfirmForm,
  submitContactForm,
  submitUnsubscribeForm,
  unsubscribeAlerts,
  uploadDocument,
  writePressRelease,
} from './calls/index.ts';
// How people read what the API gives.
export { eventDay } from './event-day.ts';
export { previewOfHtml, textOfHtml } from './html-text.ts';
// Releases, locks, and what a remote contributes.
export {
  CONTRACT_VERSION,
  type Contributions,
  contentOfLock,
  contributionsSchema,
  type LinkContribution,
  type Lock,
  type LockedRelease,
  lockedReleaseSchema,
  lockSchema,
  type OverlayContribution,
  type PageDataSource,
  pageDataSourceSchema,
  type Release,
  type RemoteConfig,
  type RouteContribution,
  releaseFileSchema,
  releaseSchema,
  remoteConfigSchema,
  type SectionContribution,
} from './release.ts';
// What the shell hands to a remote's components.
export type { OverlayProps, PageData, PageProps, RemoteModule, SectionProps, SiteIdentity } from './remote-module.ts';
export { RETENTION } from './retention.ts';
// Roles.
export { roleName } from './role-name.ts';
export { type AssignableRole, assignableRoleSchema, type Role, roleSchema } from './roles.ts';

export {
  type AuditEntry,
  type AuditPage,
  auditActionSchema,
  auditEntrySchema,
  auditPageSchema,
  auditQuerySchema,
  type SignInTimeline,
  signInTimelineSchema,
} from './audit.ts';
export { AUDIT_ACTIONS, type AuditAction } from './audit-actions.ts';
export {
  type DefaultRole,
  type Device,
  type DeviceList,
  defaultRoleSchema,
  deviceListSchema,
  deviceParamsSchema,
  deviceSchema,
  type IdToken,
  type IdTokenClaims,
  idTokenClaimsSchema,
  idTokenSchema,
  type MagicLinkAnswer,
  type MagicLinkRequest,
  magicLinkAnswerSchema,
  magicLinkRequestSchema,
  type SignedIn,
  type SignInCompletion,
  signedInSchema,
  signInCompletionSchema,
} from './auth.ts';
export {
  type DocumentAccess,
  type DocumentAccessPage,
  type DocumentPage,
  documentAccessPageSchema,
  documentAccessSchema,
  documentContentQuerySchema,
  documentFormSchema,
  documentListQuerySchema,
  documentPageSchema,
  documentSchema,
  documentTitleSchema,
  type StorageUsage,
  type StoredDocument,
  storageUsageSchema,
  type Visibility,
  visibilitySchema,
} from './documents.ts';
export { emailSchema } from './email.ts';
export {
  type Mail,
  type MailListQuery,
  type MailPage,
  type MailStatus,
  mailListQuerySchema,
  mailPageSchema,
  mailParamsSchema,
  mailSchema,
  mailStatusSchema,
} from './mail.ts';
export { cursorSchema, MAX_PAGE, type PageQuery, pageFields, pageOf, pageQuerySchema } from './paging.ts';
export {
  type FieldProblem,
  fieldProblemSchema,
  PROBLEMS,
  type Problem,
  type ProblemCode,
  problemCodeSchema,
  problemSchema,
} from './problem.ts';
export { DEFAULT_RETURN_TO, safeReturnTo } from './return-to.ts';
export {
  lineOf,
  linesOf,
  recordIdSchema,
  recordParamsSchema,
} from './text.ts';
export {
  type NewUser,
  newUserSchema,
  personNameSchema,
  type RoleChange,
  roleChangeSchema,
  type User,
  type UserListQuery,
  userListQuerySchema,
  userParamsSchema,
  userSchema,
} from './users.ts';

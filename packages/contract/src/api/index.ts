export {
  type AuditEntry,
  type AuditExportQuery,
  type AuditPage,
  type AuditQuery,
  type AuditSort,
  auditActionSchema,
  auditEntrySchema,
  auditExportQuerySchema,
  auditPageSchema,
  auditQuerySchema,
  type SignInTimeline,
  type StrangerNotes,
  type StrangerQuery,
  signInTimelineSchema,
  strangerNoteListSchema,
  strangerQuerySchema,
} from './audit.ts';
export {
  altchaChallengeSchema,
  type Captcha,
  captchaSchema,
  captchaWidgetSchema,
} from './captcha.ts';
export {
  type ContactAnswer,
  type ContactMessage,
  contactAnswerSchema,
  contactFieldsSchema,
  contactMessageSchema,
  FORM_RESULTS,
} from './contact.ts';
export { emailSchema } from './email.ts';
export * from './groups.ts';
export {
  type LiveCollection,
  type LiveEvent,
  type LiveReset,
  liveCollectionSchema,
  liveEventSchema,
  liveResetSchema,
  MAX_STREAMS_OF_PERSON,
  MAX_STREAMS_OF_SESSION,
} from './live.ts';
export {
  type Mail,
  type MailExportQuery,
  type MailListQuery,
  type MailOrder,
  type MailPage,
  type MailParams,
  type MailSort,
  type MailStatus,
  mailExportQuerySchema,
  mailListQuerySchema,
  mailPageSchema,
  mailParamsSchema,
  mailSchema,
  mailStatusSchema,
} from './mail.ts';
export { cursorSchema, MAX_PAGE, type PageQuery, pageFields, pageOf, pageQuerySchema } from './paging.ts';
export * from './people.ts';
export {
  type FieldProblem,
  fieldProblemSchema,
  PROBLEMS,
  type Problem,
  type ProblemCode,
  problemCodeSchema,
  problemSchema,
} from './problem.ts';
export * from './records.ts';
export * from './release-service.ts';
export {
  cleanedName,
  lineOf,
  linesOf,
  type RecordParams,
  recordIdSchema,
  recordParamsSchema,
} from './text.ts';

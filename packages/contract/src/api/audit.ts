import { z } from 'zod';
import { pageFields, pageOf } from './paging.ts';

/** Everything the audit trail knows to have happened; a domain adds its own here. */
export const AUDIT_ACTIONS = {
  'sign-in.asked': 'asked for a sign-in link',
  'sign-in.refused': 'got no sign-in link',
  'sign-in.link-sent': 'was sent a sign-in link',
  'sign-in.mail-failed': 'could not be sent a sign-in link',
  'sign-in.failed': 'tried a link or code that did not work',
  'sign-in.completed': 'signed in',
  'session.ended': 'signed out',
  'session.revoked': 'signed a device out',
  'session.all-ended': 'signed out everywhere',
  'access.refused': 'was refused by role',
  'user.added': 'added a person',
  'user.deleted': 'deleted a person',
  'role.enabled': 'gave a role',
  'role.removed': 'took a role',
  'mail.retried': 'sent a mail again',
  'document.uploaded': 'uploaded a document',
  'document.deleted': 'deleted a document',
  'press-release.created': 'wrote a press release',
  'press-release.changed': 'changed a press release',
  'press-release.deleted': 'deleted a press release',
  'event.created': 'added an event',
  'event.changed': 'changed an event',
  'event.deleted': 'deleted an event',
} as const;

/** Something the audit trail records. */
export type AuditAction = keyof typeof AUDIT_ACTIONS;

const actions = Object.keys(AUDIT_ACTIONS).filter((action): action is AuditAction => action in AUDIT_ACTIONS);

/** Something the audit trail records. */
export const auditActionSchema = z.enum(actions).meta({ id: 'AuditAction' });

/** One entry of the audit trail: who did what to whom, when, from where. */
export const auditEntrySchema = z
  .object({
    seq: z.number().int(),
    at: z.iso.datetime(),
    action: auditActionSchema,
    actor: z.string().nullable().describe('an e-mail; null when nobody was signed in'),
    subject: z.string().describe('whom or what it concerns: an e-mail or an id'),
    from: z.string().describe('a network address'),
    userAgent: z.string(),
    detail: z.record(z.string(), z.string()),
    previousHash: z.string(),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry' });
/** One entry of the audit trail. */
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** One page of the audit trail, newest first. */
export const auditPageSchema = pageOf(auditEntrySchema);
/** One page of the audit trail. */
export type AuditPage = z.infer<typeof auditPageSchema>;

/** The query of the audit trail. */
export const auditQuerySchema = z.strictObject({ subject: z.string().max(300).optional(), ...pageFields });

/** What an admin reads about a person who cannot sign in. */
export const signInTimelineSchema = z
  .object({
    email: z.string(),
    explanation: z.string().describe('why this person cannot sign in, or that nothing stands in the way'),
    items: z.array(z.object({ at: z.iso.datetime(), action: auditActionSchema, text: z.string(), from: z.string() })),
  })
  .meta({ id: 'SignInTimeline' });
/** What an admin reads about a person who cannot sign in. */
export type SignInTimeline = z.infer<typeof signInTimelineSchema>;

import { z } from 'zod';
import { AUDIT_ACTIONS, type AuditAction } from '../audit-actions.ts';
import { CSV_DESCRIPTION, callsOf, csvFile, json } from '../define-call.ts';
import { momentSchema, pageFields, pageOf, sortOf } from '../fields.ts';
import { RETENTION } from '../retention.ts';

const actions = Object.keys(AUDIT_ACTIONS).filter((action): action is AuditAction => action in AUDIT_ACTIONS);

/** Something the audit trail records. */
export const auditActionSchema = z.enum(actions).meta({ id: 'AuditAction' });

/** One entry of the audit trail: who did what to whom, when, from where. */
export const auditEntrySchema = z
  .object({
    id: z.string(),
    seq: z.int().describe('its place in the trail; 0 until it is sealed, within a second'),
    at: z.iso.datetime(),
    action: auditActionSchema,
    actor: z.string().nullable().describe('an e-mail; null when not signed in'),
    subject: z.string().describe('whom or what it concerns: an e-mail or an id'),
    from: z.string().describe('an IP address'),
    userAgent: z.string(),
    detail: z.record(z.string(), z.string()),
    request: z.string().optional().describe('the id of the request, as it stands in `X-Request-Id` and in the logs'),
    hash: z.string().describe('of the entry as it was recorded, under a key that the database does not have'),
    previousHash: z.string().describe('of the entry before; empty until this one is sealed, within a second'),
  })
  .meta({ id: 'AuditEntry' });
/** One entry of the audit trail. */
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** One page of the audit trail, newest first. */
export const auditPageSchema = pageOf(auditEntrySchema).extend({
  lookedTo: z.iso.datetime().nullable().describe('the moment of the last entry where there are more; else null'),
});
/** One page of the audit trail. */
export type AuditPage = z.infer<typeof auditPageSchema>;

const auditSortSchema = sortOf(['at']).meta({ id: 'AuditSort' });
/** The order of a list of entries; with a `-` before it the other way round. */
export type AuditSort = z.infer<typeof auditSortSchema>;

const beginningSchema = z.string().trim().min(1, 'must not be empty').max(300);

/** Which entries are wanted: the fields that the list and the export have in common. */
const auditFilterFields = {
  subject: beginningSchema.optional().describe('whom or what it concerns: how an e-mail or id begins'),
  actor: beginningSchema.optional().describe('who did it: how an e-mail begins'),
  action: auditActionSchema.optional(),
  after: momentSchema.optional().describe('at this time or later'),
  before: momentSchema.optional().describe('before this time'),
  sort: auditSortSchema.optional().describe('by default -at'),
};

/** Which entries an export has. */
export const auditExportQuerySchema = z.strictObject(auditFilterFields);
/** Which entries an export has. */
export type AuditExportQuery = z.infer<typeof auditExportQuerySchema>;

/** The query of the audit trail. */
export const auditQuerySchema = z.strictObject({ ...auditFilterFields, ...pageFields });
/** Whose entries, and which page of them. */
export type AuditQuery = z.infer<typeof auditQuerySchema>;

/** Which notes about strangers to list. */
export const strangerQuerySchema = z.strictObject({
  subject: z.string().toLowerCase().max(300).optional().describe('an e-mail or an IP address'),
  limit: pageFields.limit,
});
/** Whose tries, and how many. */
export type StrangerQuery = z.infer<typeof strangerQuerySchema>;

/** What was refused to visitors and to addresses that are not approved, newest first. */
export const strangerNoteListSchema = z
  .object({
    items: z.array(
      z.object({
        at: z.iso.datetime(),
        action: auditActionSchema,
        detail: z.record(z.string(), z.string()),
        times: z.number().int().describe('how often one client did so within the minute'),
      }),
    ),
  })
  .meta({ id: 'StrangerNotes' });
/** What was refused to visitors and to addresses that are not approved. */
export type StrangerNotes = z.infer<typeof strangerNoteListSchema>;

const call = callsOf('audit');

/** What is recorded of people. */
export default {
  listAudit: call('GET', '/api/admin/audit', {
    summary: 'List the audit trail, newest first',
    description:
      'Each row carries a hash of itself, and a chain of seals is over all rows within a second, made with a key that the database does not have; the command `audit` of the service checks all of it.',
    query: auditQuerySchema,
    reply: json(auditPageSchema),
  }),
  exportAudit: call('GET', '/api/admin/audit.csv', {
    summary: 'Export the audit trail as CSV, newest first',
    description: CSV_DESCRIPTION,
    query: auditExportQuerySchema,
    reply: csvFile,
    problems: { 'fresh-sign-in-needed': 403, busy: 503 },
  }),
  listStrangers: call('GET', '/api/admin/strangers', {
    summary: 'List refused requests of visitors and unapproved addresses, newest first',
    description: `Entries do not name anyone: search by e-mail or IP address to find the entries about it. Kept for ${RETENTION.strangerNoteDays} days.`,
    query: strangerQuerySchema,
    reply: json(strangerNoteListSchema),
  }),
};

import {
  type AdminPressRelease,
  type AuditEntry,
  addressOf,
  adminPressReleaseSchema,
  auditEntrySchema,
  type CalendarEvent,
  documentSchema,
  eventSchema,
  type Mail,
  mailSchema,
  readDocumentContent,
  type StoredDocument,
  type User,
  userSchema,
} from '@cytocomm/contract';

// Builders give a valid record of the contract; a test names only what it is about. A record that the contract would
// refuse throws here, so a test cannot pass on data that the server could never send.

/** Returns a person. */
export function buildUser(fields: Partial<User> = {}): User {
  return userSchema.parse({ email: 'ada@lab.example', name: 'Ada', roles: ['investor'], ...fields });
}

let lastId = 0;

/** Returns an id as the database gives it; each call gives another. */
export function buildId(): string {
  lastId += 1;
  return lastId.toString(16).padStart(24, '0');
}

/** Returns a stored PDF. */
export function buildDocument(fields: Partial<StoredDocument> = {}): StoredDocument {
  const id = fields.id ?? buildId();
  const name = fields.name ?? 'annual-report-2024.pdf';
  return documentSchema.parse({
    id,
    title: 'Annual report 2024',
    name,
    url: addressOf(readDocumentContent, { id }),
    visibility: 'investor',
    uploadedAt: '2025-01-15T09:30:00.000Z',
    storagePath: `documents/1736933400000_${name}`,
    size: 1_234_567,
    contentType: 'application/pdf',
    sha256: 'c0ffee'.padEnd(64, '0'),
    ...fields,
  });
}

/** Returns an event. */
export function buildEvent(fields: Partial<CalendarEvent> = {}): CalendarEvent {
  return eventSchema.parse({
    id: fields.id ?? buildId(),
    title: 'Board meeting',
    date: '2025-03-14T00:00:00.000Z',
    ...fields,
  });
}

/** Returns a press release as an admin works with it; published for everybody unless told otherwise. */
export function buildPressRelease(fields: Partial<AdminPressRelease> = {}): AdminPressRelease {
  const status = fields.status ?? 'published';
  const date = status === 'draft' ? null : '2025-02-03T08:00:00.000Z';
  return adminPressReleaseSchema.parse({
    id: fields.id ?? buildId(),
    title: 'Pilot study begins',
    content: '<p>The first pilot study with an outside partner begins this week.</p>',
    date,
    target: ['public'],
    status,
    publishAt: status === 'scheduled' ? date : null,
    sendEmail: false,
    mailing: 'none',
    recipients: 0,
    sentToEmail: false,
    emailSentDate: null,
    author: 'admin@cytocomm.example',
    createdAt: '2025-02-01T08:00:00.000Z',
    updatedAt: '2025-02-01T08:00:00.000Z',
    etag: '"1"',
    ...fields,
  });
}

/** Returns a mail that has been sent. */
export function buildMail(fields: Partial<Mail> = {}): Mail {
  return mailSchema.parse({
    id: fields.id ?? buildId(),
    kind: 'sign-in',
    to: 'ada@lab.example',
    status: 'sent',
    attempts: 1,
    createdAt: '2025-02-01T08:00:00.000Z',
    sentAt: fields.status === undefined || fields.status === 'sent' ? '2025-02-01T08:00:02.000Z' : null,
    nextAttemptAt: null,
    lastError: null,
    ...fields,
  });
}

let lastEntry = 0;

/** Returns an entry of the audit trail; each call gives the next one. */
export function buildAuditEntry(fields: Partial<AuditEntry> = {}): AuditEntry {
  lastEntry += 1;
  return auditEntrySchema.parse({
    seq: lastEntry,
    at: '2025-02-01T08:00:00.000Z',
    action: 'sign-in.completed',
    actor: 'ada@lab.example',
    subject: 'ada@lab.example',
    from: '192.0.2.7',
    userAgent: 'test',
    detail: {},
    previousHash: '',
    hash: '',
    ...fields,
  });
}

import {
  type AdminPressRelease,
  type AuditEntry,
  addressOf,
  adminPressReleaseSchema,
  auditEntrySchema,
  type CalendarEvent,
  documentSchema,
  eventSchema,
  type FailureCause,
  failureCauseListSchema,
  type LockItem,
  lockItemSchema,
  type Mail,
  mailSchema,
  type ReleaseHealth,
  type ReleaseItem,
  type RemoteItem,
  readDocumentContent,
  releaseHealthListSchema,
  releaseItemSchema,
  remoteItemSchema,
  type StoredDocument,
  type TeamToken,
  teamTokenSchema,
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

/** The parts of a lock as a test writes them: names and versions. */
export interface LockFields extends Partial<Omit<LockItem, 'shell' | 'remotes'>> {
  readonly shell?: string;
  readonly remotes?: Readonly<Record<string, string>>;
}

/** Returns the id of the release of a version, the same each time: `1.2.0-…`. */
function releaseId(remote: string, version: string): string {
  let hash = 7;
  for (const character of `${remote} ${version}`) hash = (hash * 31 + character.charCodeAt(0)) % 0xffffffff;
  return `${version}-${hash.toString(16).padStart(8, '0')}c0de`;
}

/** Returns a release that the gate has passed. */
export function buildRelease(fields: Partial<ReleaseItem> = {}): ReleaseItem {
  const remote = fields.remote ?? 'mfe-investor';
  const version = fields.version ?? '1.2.0';
  return releaseItemSchema.parse({
    remote,
    version,
    release: releaseId(remote, version),
    digest: 'd1ce'.padEnd(64, '0'),
    publishedAt: '2025-02-01T08:00:00.000Z',
    publishedBy: 'investor pipeline',
    size: 182_000,
    live: false,
    gate: {
      outcome: 'passed',
      checks: [
        { rule: 'files', outcome: 'passed', message: `${remote} ${version}: 12 files are what release.json says.` },
        { rule: 'trial-run', outcome: 'skipped', message: 'There is no browser here.' },
      ],
    },
    ...fields,
  });
}

let lastLock = 0;

/** Returns a lock of these versions; each call gives another id. */
export function buildLock({
  shell = '1.0.0',
  remotes = { 'mfe-investor': '1.2.0' },
  ...fields
}: LockFields = {}): LockItem {
  lastLock += 1;
  const part = ([name, version]: readonly [string, string]) => ({ name, version, release: releaseId(name, version) });
  return lockItemSchema.parse({
    id: ((lastLock * 2_654_435_761) % 0xffffffff).toString(16).padStart(8, '0').padEnd(64, '0'),
    base: null,
    createdAt: '2025-02-01T08:00:00.000Z',
    createdBy: 'developer@cytocomm.example',
    reason: '',
    shell: part(['shell', shell]),
    remotes: Object.entries(remotes).map(part),
    ...fields,
  });
}

/** Returns a remote of the table of claims. */
export function buildRemote(fields: Partial<RemoteItem> = {}): RemoteItem {
  return remoteItemSchema.parse({
    remote: 'mfe-investor',
    claims: { routes: [], sections: [], roles: ['investor', 'customer'] },
    mayPromote: false,
    switchedOff: null,
    ...fields,
  });
}

/** Returns a team token that has not expired for long. */
export function buildTeamToken(fields: Partial<TeamToken> = {}): TeamToken {
  return teamTokenSchema.parse({
    id: fields.id ?? buildId(),
    remote: 'mfe-investor',
    name: 'investor pipeline',
    createdBy: 'developer@cytocomm.example',
    expiresAt: '2125-02-01T08:00:00.000Z',
    ...fields,
  });
}

/** A version that stands for the release's id. */
interface OfVersion {
  readonly version?: string;
}

const releaseOf = ({ remote = 'mfe-investor', version = '1.2.0' }: OfVersion & { readonly remote?: string }) => {
  const { release } = buildRelease({ remote, version });
  return { remote, release };
};

/** Returns the health of a release without failures. */
export function buildReleaseHealth({ version, ...fields }: Partial<ReleaseHealth> & OfVersion = {}): ReleaseHealth {
  const health = {
    ...releaseOf({ ...fields, ...(version !== undefined && { version }) }),
    loads: 1200,
    slow: 0,
    failures: { entry: 0, component: 0, render: 0 },
    p50: 180,
    p95: 640,
    since: '2025-02-01T08:00:00.000Z',
    ...fields,
  };
  releaseHealthListSchema.parse({ items: [health] });
  return health;
}

/** Returns a cause of failures that two clients have reported. */
export function buildFailureCause({ version, ...fields }: Partial<FailureCause> & OfVersion = {}): FailureCause {
  const cause: FailureCause = {
    ...releaseOf({ ...fields, ...(version !== undefined && { version }) }),
    component: 'AnnualReports',
    phase: 'render',
    reason: 'TypeError: reports is undefined',
    frames: [],
    clients: 2,
    firstAt: '2025-02-01T08:00:00.000Z',
    lastAt: '2025-02-02T08:00:00.000Z',
    ...fields,
  };
  failureCauseListSchema.parse({ items: [cause] });
  return cause;
}

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
  notificationSchema,
  type PortalNotification,
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
import type { z } from 'zod';

// A test names only what it is about. What the contract would refuse throws here, so no test passes on impossible data.

const AT = '2025-02-01T08:00:00.000Z';

type Builder<Item> = (fields?: Partial<Item>) => Item;

/** Returns a builder of records of a schema; the fields that a test gives take the place of the usual ones. */
function builderOf<Item>(schema: z.ZodType<Item>, usual: (fields: Partial<Item>) => object): Builder<Item> {
  return (fields = {}) => schema.parse({ ...usual(fields), ...fields });
}

let lastId = 0;

/** Returns an id as the database gives it; each call gives another. */
export function buildId(): string {
  lastId += 1;
  return lastId.toString(16).padStart(24, '0');
}

/** Returns a person. */
export const buildUser: Builder<User> = builderOf(userSchema, () => ({
  email: 'ada@lab.example',
  name: 'Ada',
  roles: ['investor'],
}));

/** Returns a stored PDF. */
export const buildDocument: Builder<StoredDocument> = builderOf(
  documentSchema,
  ({ id = buildId(), name = 'annual-report-2024.pdf' }) => ({
    id,
    name,
    title: 'Annual report 2024',
    url: addressOf(readDocumentContent, { id }),
    visibility: 'investor',
    uploadedAt: '2025-01-15T09:30:00.000Z',
    storagePath: `documents/1736933400000_${name}`,
    size: 1_234_567,
    contentType: 'application/pdf',
    sha256: 'c0ffee'.padEnd(64, '0'),
  }),
);

/** Returns an event. */
export const buildEvent: Builder<CalendarEvent> = builderOf(eventSchema, () => ({
  id: buildId(),
  title: 'Board meeting',
  date: '2025-03-14T00:00:00.000Z',
}));

/** Returns a press release as an admin works with it; published for everybody unless told otherwise. */
export const buildPressRelease: Builder<AdminPressRelease> = builderOf(
  adminPressReleaseSchema,
  ({ status = 'published' }) => {
    const date = status === 'draft' ? null : '2025-02-03T08:00:00.000Z';
    return {
      id: buildId(),
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
      createdAt: AT,
      updatedAt: AT,
      etag: '"1"',
    };
  },
);

/** Returns a notification that is unread. */
export const buildNotification: Builder<PortalNotification> = builderOf(
  notificationSchema,
  ({ kind = 'document', subject = buildId() }) => ({
    ...{ id: `${kind}:${subject}`, kind, subject },
    ...{ happening: 'added', title: 'Annual report 2024', at: AT, unread: true },
  }),
);

/** Returns a mail that has been sent. */
export const buildMail: Builder<Mail> = builderOf(mailSchema, ({ status = 'sent' }) => ({
  id: buildId(),
  kind: 'sign-in',
  to: 'ada@lab.example',
  status,
  attempts: 1,
  createdAt: AT,
  sentAt: status === 'sent' ? '2025-02-01T08:00:02.000Z' : null,
  nextAttemptAt: null,
  lastError: null,
}));

let lastEntry = 0;

/** Returns an entry of the audit trail; each call gives the next one. */
export const buildAuditEntry: Builder<AuditEntry> = builderOf(auditEntrySchema, () => {
  lastEntry += 1;
  const who = { actor: 'ada@lab.example', subject: 'ada@lab.example', from: '192.0.2.7', userAgent: 'test' };
  const chain = { seq: lastEntry, hash: '', previousHash: '' };
  return { id: String(lastEntry), at: AT, action: 'sign-in.completed', ...who, detail: {}, ...chain };
});

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
export const buildRelease: Builder<ReleaseItem> = builderOf(
  releaseItemSchema,
  ({ remote = 'mfe-investor', version = '1.2.0' }) => ({
    remote,
    version,
    release: releaseId(remote, version),
    digest: 'd1ce'.padEnd(64, '0'),
    publishedAt: AT,
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
  }),
);

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
    ...{ base: null, createdAt: AT, createdBy: 'developer@cytocomm.example', reason: '' },
    ...{ shell: part(['shell', shell]), remotes: Object.entries(remotes).map(part), ...fields },
  });
}

/** Returns a remote of the table of claims. */
export const buildRemote: Builder<RemoteItem> = builderOf(remoteItemSchema, () => ({
  remote: 'mfe-investor',
  claims: { routes: [], sections: [], roles: ['investor', 'customer'] },
  mayPromote: false,
  switchedOff: null,
}));

/** Returns a team token that has not expired for long. */
export const buildTeamToken: Builder<TeamToken> = builderOf(teamTokenSchema, () => ({
  id: buildId(),
  remote: 'mfe-investor',
  name: 'investor pipeline',
  createdBy: 'developer@cytocomm.example',
  expiresAt: '2125-02-01T08:00:00.000Z',
}));

/** A version that stands for the release's id. */
interface OfVersion {
  readonly version?: string;
}

/** Returns the health of a release without failures. */
export function buildReleaseHealth(given: Partial<ReleaseHealth> & OfVersion = {}): ReleaseHealth {
  const { remote = 'mfe-investor', version = '1.2.0', ...fields } = given;
  return releaseHealthListSchema.shape.items.element.parse({
    ...{ remote, release: releaseId(remote, version), loads: 1200, slow: 0, p50: 180, p95: 640, since: AT },
    ...{ failures: { entry: 0, component: 0, render: 0 }, ...fields },
  });
}

/** Returns a cause of failures that two clients have reported. */
export function buildFailureCause(given: Partial<FailureCause> & OfVersion = {}): FailureCause {
  const { remote = 'mfe-investor', version = '1.2.0', ...fields } = given;
  return failureCauseListSchema.shape.items.element.parse({
    ...{ remote, release: releaseId(remote, version), component: 'AnnualReports', phase: 'render', frames: [] },
    ...{ reason: 'TypeError: reports is undefined', clients: 2, firstAt: AT, lastAt: '2025-02-02T08:00:00.000Z' },
    ...fields,
  });
}

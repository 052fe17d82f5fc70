import { documentSchema, type StoredDocument, type User, userSchema } from '@cytocomm/contract';

// Builders give a valid record of the contract; a test names only what it is about. A record that the contract would
// refuse throws here, so a test cannot pass on data that the server could never send.

/** A person. */
export function buildUser(given: Partial<User> = {}): User {
  return userSchema.parse({ email: 'ada@lab.example', name: 'Ada', roles: ['investor'], ...given });
}

let lastId = 0;

/** An id as the database gives it; each call gives another. */
export function buildId(): string {
  lastId += 1;
  return lastId.toString(16).padStart(24, '0');
}

/** A stored PDF. */
export function buildDocument(given: Partial<StoredDocument> = {}): StoredDocument {
  const id = given.id ?? buildId();
  const name = given.name ?? 'annual-report-2024.pdf';
  return documentSchema.parse({
    id,
    title: 'Annual report 2024',
    name,
    url: `/api/documents/${id}/content`,
    visibility: 'investor',
    uploadedAt: '2025-01-15T09:30:00.000Z',
    storagePath: `documents/1736933400000_${name}`,
    size: 1_234_567,
    contentType: 'application/pdf',
    sha256: 'c0ffee'.padEnd(64, '0'),
    ...given,
  });
}

/** An event as the API gives it. */
export interface FakeEvent {
  readonly id: string;
  readonly title: string;
  readonly date: string;
}

/** An event. */
export function buildEvent(given: Partial<FakeEvent> = {}): FakeEvent {
  return { id: given.id ?? buildId(), title: 'Board meeting', date: '2025-03-14T00:00:00.000Z', ...given };
}

/** A press release as the API gives it. */
export interface FakePressRelease {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly date: string;
  readonly target: readonly ('public' | 'investors')[];
  readonly status: 'draft' | 'scheduled' | 'published';
}

/** A published press release. */
export function buildPressRelease(given: Partial<FakePressRelease> = {}): FakePressRelease {
  return {
    id: given.id ?? buildId(),
    title: 'Pilot study begins',
    content: '<p>The first pilot study with an outside partner begins this week.</p>',
    date: '2025-02-03T08:00:00.000Z',
    target: ['public'],
    status: 'published',
    ...given,
  };
}

import { type DocumentVersion, MAX_DOCUMENT_VERSIONS, RETENTION } from '@cytocomm/contract';
import { isReport } from './access.ts';
import { detailsOf } from './document-details.ts';
import { listFieldsOf } from './document-list.ts';
import type { DocumentRecord, EarlierFile, VersionFile } from './model.ts';
import { waits } from './report-waiting.ts';

const KEPT_MS = RETENTION.documentVersionDays * 24 * 3600 * 1000;

/** Until when an earlier file is kept. */
const keptUntil = ({ replacedAt }: EarlierFile): Date => new Date(replacedAt.getTime() + KEPT_MS);

/** Before when a file was replaced whose time is over now. */
export const replacedBefore = (now: Date): Date => new Date(now.getTime() - KEPT_MS);

/** Returns the moment since when a document has the file that it has. */
export const changedAt = ({ uploadedAt, replaced }: Pick<DocumentRecord, 'uploadedAt' | 'replaced'>): Date =>
  replaced?.at ?? uploadedAt;

/** Returns the file of a document, as its versions list it. */
export function currentFile({
  fileId,
  name,
  size,
  chunkSize,
  sha256,
  uploadedAt,
  uploadedBy,
  revision,
  validFrom,
  file = { number: 1, uploadedAt, uploadedBy },
}: DocumentRecord): VersionFile {
  return { ...file, fileId, name, size, chunkSize, sha256, ...detailsOf({ revision, validFrom }) };
}

/** Returns the earlier files that are not to be removed yet, newest number first. */
export function keptFiles({ versions = [] }: Pick<DocumentRecord, 'versions'>, now: Date): readonly EarlierFile[] {
  return versions.filter((each) => keptUntil(each) > now).toSorted((a, b) => b.number - a.number);
}

/** What a document becomes by another file. */
interface Replacement {
  readonly by: string;
  readonly now: Date;
  readonly notify?: boolean;
}

/** Returns what makes a mail tell of a file. One that waits tells of it anyway, and waits no longer for it. */
const mailOf = (before: DocumentRecord, number: number, now: Date) =>
  waits(before) ? {} : { mailing: 'wanted' as const, mailAbout: { number, since: now } };

/** Whether the mail that waits tells of files that came after this one alone: it is wanted no more once they are taken back. */
export const isMailOver = (record: DocumentRecord, { number }: VersionFile): boolean =>
  waits(record) && record.mailAbout !== undefined && number < record.mailAbout.number;

/**
 * Returns the moment of a change. Dates of HTTP have whole seconds: two files of one second would be the same to a client that
 * knows its part of the file by the date.
 */
const momentAfter = (record: DocumentRecord, now: Date): Date =>
  new Date(Math.max(now.getTime(), (Math.floor(changedAt(record).getTime() / 1000) + 1) * 1000));

/** Returns what makes a file the current one, with the former one among the earlier ones. */
export function fieldsOfReplacement(
  before: DocumentRecord,
  next: VersionFile,
  { by, now, notify = false }: Replacement,
): Partial<DocumentRecord> {
  const { visibility = 'public', title } = before;
  const { number, uploadedAt, uploadedBy, replacement, ...file } = next;
  const at = momentAfter(before, now);
  const others = keptFiles(before, now).filter((each) => !each.fileId.equals(next.fileId));
  const byReplacing = [{ ...currentFile(before), replacedAt: at }, ...others].toSorted(
    (a, b) => b.replacedAt.getTime() - a.replacedAt.getTime(),
  );
  return {
    ...file,
    ...listFieldsOf({ title, name: next.name }),
    file: { number, uploadedAt, uploadedBy, ...(replacement && { replacement }) },
    newestVersion: Math.max(number, before.newestVersion ?? 1),
    replaced: { at, by, for: visibility },
    versions: byReplacing.slice(0, MAX_DOCUMENT_VERSIONS),
    toldAt: now,
    ...(notify && isReport({ visibility }) && mailOf(before, number, now)),
  };
}

/** Returns a version as admins see it. */
export function presentVersion(file: VersionFile | EarlierFile): DocumentVersion {
  const { number, name, size, sha256, uploadedAt, uploadedBy } = file;
  const until = 'replacedAt' in file ? keptUntil(file).toISOString() : null;
  return {
    ...{ number, name, size, sha256, uploadedAt: uploadedAt.toISOString(), uploadedBy },
    isCurrent: until === null,
    keptUntil: until,
  };
}

import type { DocumentRecord } from './model.ts';

/** How long after the last report the mail goes out, and after the first one at the latest, in ms. */
const QUIET_MS = 60_000;
const LONGEST_MS = 5 * 60_000;

type Waiting = Pick<DocumentRecord, 'uploadedAt' | 'toldAt' | 'mailAbout'>;

/** Whether the mail about a document waits, and can be recalled. */
export const waits = ({ mailing }: Pick<DocumentRecord, 'mailing'>): boolean =>
  mailing === 'wanted' || mailing === 'now';

/** Returns since when a report waits: of one whose file was replaced, since its readers were to be told of the first file. */
export const waitingSince = ({ uploadedAt, mailAbout }: Omit<Waiting, 'toldAt'>): Date =>
  mailAbout?.since ?? uploadedAt;

const lastAddedAt = (report: Waiting) => Math.max(waitingSince(report).getTime(), report.toldAt?.getTime() ?? 0);

/** Returns when the mail about reports goes out unless another one follows; undefined without any. */
export function dueAt(reports: readonly Waiting[], now: Date): Date | undefined {
  if (reports.length === 0) return undefined;
  const last = Math.max(...reports.map(lastAddedAt));
  const first = Math.min(...reports.map((report) => waitingSince(report).getTime()));
  const due = new Date(Math.min(last + QUIET_MS, first + LONGEST_MS));
  // It was uploaded while the clock was ahead.
  return due.getTime() > now.getTime() + LONGEST_MS ? now : due;
}

/** Returns a record that comes back from the bin: its mail waits on, unless it would have gone out long ago. */
export function withMailInTime(record: DocumentRecord, now: Date): DocumentRecord {
  if (waits(record) && now.getTime() < waitingSince(record).getTime() + LONGEST_MS) return record;
  const { mailing: _, ...rest } = record;
  return rest;
}

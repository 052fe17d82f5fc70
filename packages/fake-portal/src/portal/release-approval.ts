import type { AdminPressRelease, ReleaseApproval } from '@cytocomm/contract';
import { Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const NONE: ReleaseApproval = { state: 'none', writers: [] };
const needed = (detail: string) => new Refusal('approval-needed', detail);

/** Returns who saved something of a release since it was last approved. */
function writersOf({ approval, status, pending, changedBy, author }: AdminPressRelease): readonly string[] {
  if (approval !== undefined) return approval.writers;
  return status === 'draft' || pending ? [changedBy ?? author] : [];
}

/** Returns a release as admins see it: with its approval where a second person approves. */
export function withApproval(portal: FakePortal, release: AdminPressRelease): AdminPressRelease {
  const { approval, ...rest } = release;
  if (!portal.data.releaseApproval) return rest;
  return { ...rest, approval: approval ?? { ...NONE, writers: [...writersOf(release)] } };
}

/** What a second person approves; `publishAt` where a time is compared, too. */
type Words = Pick<AdminPressRelease, 'title' | 'content' | 'target' | 'sendEmail'>;
type Planned = Words & Pick<AdminPressRelease, 'publishAt'>;

const wordsOf = ({ title, content, target, sendEmail }: Words) =>
  JSON.stringify([title, content, target.toSorted(), sendEmail]);

/** Returns what an edit makes of an approval; nothing changes when it says what is stored. */
export function approvalAfterEdit(release: AdminPressRelease, next: Planned, by: string): ReleaseApproval {
  const { approval, pending } = release;
  const last = pending ?? release;
  if (wordsOf(last) === wordsOf(next) && last.publishAt === next.publishAt)
    return approval ?? { ...NONE, writers: [...writersOf(release)] };
  if (approval?.state === 'approved') return { ...approval, state: 'outdated', writers: [by] };
  return { ...NONE, ...approval, writers: [...new Set([...writersOf(release), by])] };
}

/** Stores an approval where a second person approves. */
export function storeApproval(
  portal: FakePortal,
  release: AdminPressRelease,
  approval: ReleaseApproval | undefined,
): void {
  if (portal.data.releaseApproval && approval !== undefined) Object.assign(release, { approval });
}

/** Whether readers get by a change what they have not yet, or at another time. */
export function isNewToReaders(release: AdminPressRelease, next: Words, date: string | null): boolean {
  return release.date !== date || wordsOf(release) !== wordsOf(next);
}

/** What is about to appear; `isTimed` when the caller says at which time. */
type Appearing = Words & { readonly date: string | null; readonly isTimed: boolean };

/** Whether what appears was approved: at its planned time, or at once when none was planned or it is over. */
function isSameAs(last: Planned, next: Appearing): boolean {
  if (wordsOf(last) !== wordsOf(next)) return false;
  if (last.publishAt !== null && last.publishAt === next.date) return true;
  return !next.isTimed && (last.publishAt === null || last.publishAt <= new Date().toISOString());
}

/** Refuses what appears without an approval of just this. */
export function assertApproved(
  portal: FakePortal,
  release: AdminPressRelease | undefined,
  next: Appearing | undefined,
): void {
  if (!portal.data.releaseApproval) return;
  if (release?.approval?.state === 'outdated')
    throw needed('The text was changed after it had been approved. Ask for approval of this version.');
  if (release?.approval?.state !== 'approved')
    throw needed(
      'Another admin has to approve this version before it is published or scheduled. Ask for approval first.',
    );
  if (next !== undefined && !isSameAs(release.pending ?? release, next))
    throw needed('This is not what was approved: its words, readers, mails and time have to be the same.');
}

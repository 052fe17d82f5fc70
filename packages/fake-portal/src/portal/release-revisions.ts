import type { AdminPressRelease, ReleaseRevisionText } from '@cytocomm/contract';
import type { FakePortal } from './state.ts';

const STEP_MS = 10 * 60_000;

type Words = Pick<AdminPressRelease, 'title' | 'content'>;

/** Returns the number of a press release's present version. */
const versionOf = ({ etag }: AdminPressRelease): number => Number(etag.replaceAll('"', ''));

/** Returns the present text of a press release as a revision. */
export function currentRevision(release: AdminPressRelease): ReleaseRevisionText {
  const { title, content } = release.pending ?? release;
  return {
    number: versionOf(release),
    title,
    content,
    at: release.updatedAt,
    by: release.changedBy ?? release.author,
    state: release.pending !== undefined || release.status === 'draft' ? 'saved' : release.status,
    isCurrent: true,
  };
}

/** Keeps the text of a press release that another replaces; what one person saves in a go is one text, unless `always`. */
export function keepRevision(
  portal: FakePortal,
  release: AdminPressRelease,
  next: Words & { readonly by: string },
  always?: 'always',
): void {
  const before = { ...currentRevision(release), isCurrent: false };
  if (before.title === next.title && before.content === next.content) return;
  if (before.title === '' && before.content === '') return;
  const kept = portal.data.revisions.get(release.id) ?? [];
  const savedAt = Date.parse(before.at);
  const last = kept[0]?.at ?? release.createdAt;
  const isLeft = before.by !== next.by || Date.now() - savedAt >= STEP_MS || savedAt - Date.parse(last) >= STEP_MS;
  if (always === 'always' || before.state !== 'saved' || isLeft)
    portal.data.revisions.set(release.id, [before, ...kept]);
}

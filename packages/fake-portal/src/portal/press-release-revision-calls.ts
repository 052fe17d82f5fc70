import {
  type AdminPressRelease,
  listPressReleaseRevisions,
  type PressReleaseRevisionText,
  readPressReleaseRevision,
  restorePressReleaseRevision,
} from '@cytocomm/contract';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { namedGroups } from './groups.ts';
import { approvalAfterEdit, storeApproval, withApproval } from './press-release-approval-calls.ts';
import { assertConditional, assertMeant, nextEtag } from './press-release-plan.ts';
import { requireRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const STEP_MS = 10 * 60_000;

type Words = Pick<AdminPressRelease, 'title' | 'content'>;

/** Returns the number of a press release's present version. */
const versionOf = ({ etag }: AdminPressRelease): number => Number(etag.replaceAll('"', ''));

/** Returns the present text of a press release as a revision. */
function currentRevision(release: AdminPressRelease): PressReleaseRevisionText {
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

/** The calls about earlier texts of press releases. */
export function pressReleaseRevisionCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  const find = (id: string) => requireRecord(portal.data.pressReleases, id, 'press release');
  const all = (id: string) => [currentRevision(find(id)), ...(portal.data.revisions.get(id) ?? [])];
  const read = (id: string, number: string) => {
    const revision = all(id).find((each) => each.number === Number(number));
    const detail = 'There is no such revision of this press release. It may have been thinned out.';
    if (revision === undefined) throw new Refusal('not-found', detail);
    return revision;
  };

  answer(listPressReleaseRevisions, admin, ({ params }) => ({
    items: all(params.id).map(({ content: _, ...revision }) => revision),
  }));

  answer(readPressReleaseRevision, admin, ({ params }) => read(params.id, params.number));

  answer(restorePressReleaseRevision, admin, ({ person, params, request, headers }) => {
    assertConditional(request);
    const release = find(params.id);
    assertMeant(request, release);
    const { title, content } = read(params.id, params.number);
    keepRevision(portal, release, { title, content, by: person.email }, 'always');
    const now = new Date().toISOString();
    const { target, groups, sendEmail, publishAt, timeZone } = release.pending ?? release;
    const isPlanned = release.pending !== undefined || release.status !== 'published';
    const plan = isPlanned ? { publishAt, timeZone } : { publishAt: null, timeZone: undefined };
    const text = { title, content, target, ...namedGroups({ groups }), sendEmail, ...plan };
    storeApproval(portal, release, approvalAfterEdit(release, text, person.email));
    const saved = release.status === 'draft' ? text : { pending: { ...text, savedAt: now, savedBy: person.email } };
    Object.assign(release, saved, { changedBy: person.email, updatedAt: now, etag: nextEtag(release) });
    headers.set('ETag', release.etag);
    return withApproval(portal, release);
  });
}

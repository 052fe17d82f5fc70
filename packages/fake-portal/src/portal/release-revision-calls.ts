import { listReleaseRevisions, readReleaseRevision, restoreReleaseRevision } from '@cytocomm/contract';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { namedGroups } from './groups.ts';
import { requireRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import { approvalAfterEdit, storeApproval, withApproval } from './release-approval.ts';
import { assertConditional, assertMeant, nextEtag } from './release-etag.ts';
import { currentRevision, keepRevision } from './release-revisions.ts';
import type { FakePortal } from './state.ts';

/** The calls about earlier texts of press releases. */
export function releaseRevisionCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  const find = (id: string) => requireRecord(portal.data.pressReleases, id, 'press release');
  const all = (id: string) => [currentRevision(find(id)), ...(portal.data.revisions.get(id) ?? [])];
  const read = (id: string, number: string) => {
    const revision = all(id).find((each) => each.number === Number(number));
    const detail = 'There is no such revision of this press release. It may have been thinned out.';
    if (revision === undefined) throw new Refusal('not-found', detail);
    return revision;
  };

  answer(listReleaseRevisions, admin, ({ params }) => ({
    items: all(params.id).map(({ content: _, ...revision }) => revision),
  }));

  answer(readReleaseRevision, admin, ({ params }) => read(params.id, params.number));

  answer(restoreReleaseRevision, admin, ({ person, params, request, headers }) => {
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

import { discardPressReleaseText, savePressReleaseText, startPressReleaseDraft } from '@cytocomm/contract';
import { buildPressRelease } from '../builders.ts';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { assertNotPublic, namedGroups } from './groups.ts';
import { once } from './once.ts';
import { approvalAfterEdit, storeApproval, withApproval } from './press-release-approval-calls.ts';
import { assertConditional, assertMeant, nextEtag, plannedTime } from './press-release-plan.ts';
import { keepRevision } from './press-release-revision-calls.ts';
import { requireRecord } from './records.ts';
import type { FakePortal } from './state.ts';

/** The calls that save a press release as it is being written. */
export function pressReleaseWritingCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  const find = (id: string) => requireRecord(portal.data.pressReleases, id, 'press release');

  answer(startPressReleaseDraft, admin, (call) => {
    const { publishAt, timeZone, groups, ...text } = call.body;
    assertNotPublic({ groups }, text.target.includes('public'));
    const planned = plannedTime({ publishAt, timeZone }, undefined);
    const now = new Date().toISOString();
    const { email } = call.person;
    const release = once(portal, call, call.body, portal.data.pressReleases, () =>
      buildPressRelease({
        ...text,
        ...namedGroups({ groups }),
        ...planned,
        status: 'draft',
        date: null,
        mailing: text.sendEmail ? 'wanted' : 'none',
        author: email,
        changedBy: email,
        createdAt: now,
        updatedAt: now,
      }),
    );
    call.headers.set('ETag', release.etag);
    return withApproval(portal, release);
  });

  answer(savePressReleaseText, admin, ({ person, params, body, request, headers }) => {
    assertConditional(request);
    const release = find(params.id);
    assertMeant(request, release);
    keepRevision(portal, release, { ...body, by: person.email });
    const now = new Date().toISOString();
    const before = release.pending ?? release;
    const { groups = before.groups, ...sent } = body;
    assertNotPublic({ groups }, body.target.includes('public'));
    const text = { ...sent, ...namedGroups({ groups }), ...plannedTime(body, before) };
    if (release.status === 'draft') delete release.groups;
    const mailing = release.mailing === 'queued' ? 'queued' : text.sendEmail ? 'wanted' : 'none';
    const saved =
      release.status === 'draft' ? { ...text, mailing } : { pending: { ...text, savedAt: now, savedBy: person.email } };
    storeApproval(portal, release, approvalAfterEdit(release, text, person.email));
    Object.assign(release, saved, { changedBy: person.email, updatedAt: now, etag: nextEtag(release) });
    headers.set('ETag', release.etag);
    return withApproval(portal, release);
  });

  answer(discardPressReleaseText, admin, ({ person, params, request, headers }) => {
    assertConditional(request);
    const release = find(params.id);
    assertMeant(request, release);
    const { title, content } = release;
    keepRevision(portal, release, { title, content, by: person.email }, 'always');
    delete release.pending;
    delete release.approval;
    const updatedAt = new Date().toISOString();
    Object.assign(release, { changedBy: person.email, updatedAt, etag: nextEtag(release) });
    headers.set('ETag', release.etag);
    return withApproval(portal, release);
  });
}

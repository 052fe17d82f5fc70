import {
  type AdminPressRelease,
  addressOf,
  discardPressReleaseText,
  listPressReleaseRevisions,
  MAX_PICTURE_BYTES,
  PICTURE_WIDTHS,
  type PressReleaseRevisionText,
  pictureWidths,
  readPicture,
  readPressReleaseRevision,
  restorePressReleaseRevision,
  savePressReleaseText,
  startPressReleaseDraft,
  uploadPicture,
} from '@cytocomm/contract';
import { buildPressRelease } from '../builders.ts';
import { everybody, roles } from './access.ts';
import { type Answer, readForm, requireFile } from './answer.ts';
import { assertNotPublic, isInGroups, namedGroups } from './groups.ts';
import { approvalAfterEdit, storeApproval, withApproval } from './press-release-approval-calls.ts';
import { assertConditional, assertIfMatch, nextEtag, plannedTime } from './press-release-plan.ts';
import { once, requireRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import type { FakePicture, FakePortal, FakeUser } from './state.ts';

const WHAT = 'picture';
const PNG = [0x89, 0x50, 0x4e, 0x47];
const HEADS = [PNG, [0xff, 0xd8, 0xff], [0x52, 0x49, 0x46, 0x46]];

const refusedFile = (code: 'too-large' | 'unsupported-media-type', message: string) =>
  new Refusal(code, message, { errors: [{ path: 'body.file', message }] });

/** Returns the size of a picture: of a PNG what it says, of any other one that is usual. */
function sizeOf(bytes: Uint8Array<ArrayBuffer>): { readonly width: number; readonly height: number } {
  const view = new DataView(bytes.buffer);
  const isPng = PNG.every((byte, place) => bytes[place] === byte) && bytes.length > 24;
  const [width, height] = isPng ? [view.getUint32(16), view.getUint32(20)] : [1600, 1000];
  const largest = Math.max(...PICTURE_WIDTHS);
  return width > largest ? { width: largest, height: Math.round((height * largest) / width) } : { width, height };
}

/** Whether somebody may see a picture: admins all, others what a release shows that they may read. */
function maySee(portal: FakePortal, person: FakeUser | null, { id }: FakePicture): boolean {
  const holds = (role: string) => person?.roles.includes(role) === true;
  const targets = holds('investor') ? ['public', 'investors'] : ['public'];
  return (
    holds('admin') ||
    portal.data.pressReleases.some(
      ({ status, target, groups, content }) =>
        status === 'published' &&
        isInGroups(person, { groups }) &&
        target.some((each) => targets.includes(each)) &&
        content.includes(id),
    )
  );
}

/** Adds the calls about pictures. */
export function pictureCalls(portal: FakePortal, answer: Answer): void {
  answer(uploadPicture, roles('admin'), async ({ request }) => {
    const { file: sent } = await readForm(request);
    const tooLarge = 'The picture is larger than 10 MB. Save it smaller, and choose it again.';
    const file = requireFile(sent, MAX_PICTURE_BYTES, refusedFile('too-large', tooLarge));
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!HEADS.some((head) => head.every((byte, place) => bytes[place] === byte)))
      throw refusedFile(
        'unsupported-media-type',
        'Only JPEG, PNG and WebP pictures are accepted; this file is none of them. Save it as one of them, and choose it again.',
      );
    const id = (portal.data.pictures.length + 1).toString(16).padStart(24, 'c');
    const size = sizeOf(bytes);
    portal.data.pictures.push({ id, ...size, bytes });
    return { id, url: addressOf(readPicture, { id, width: String(size.width) }), ...size };
  });

  answer(readPicture, everybody, ({ person, params }) => {
    const seen = portal.data.pictures.filter((each) => maySee(portal, person, each));
    const picture = requireRecord(seen, params.id, WHAT);
    requireRecord(
      pictureWidths(picture.width).map((width) => ({ id: String(width) })),
      params.width,
      WHAT,
    );
    return new Response(picture.bytes, { headers: { 'content-type': 'image/jpeg', etag: `"${picture.id}"` } });
  });
}

const STEP_MS = 10 * 60_000;

type RevisionWords = Pick<AdminPressRelease, 'title' | 'content'>;

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

/** Keeps the text of a press release that another replaces; saves of one person within ten minutes are one revision, unless `always`. */
export function keepRevision(
  portal: FakePortal,
  release: AdminPressRelease,
  next: RevisionWords & { readonly by: string },
  always?: 'always',
): void {
  const before = { ...currentRevision(release), isCurrent: false };
  if (before.title === next.title && before.content === next.content) return;
  if (before.title === '' && before.content === '') return;
  const revisions = portal.data.revisions.get(release.id) ?? [];
  const savedAt = Date.parse(before.at);
  const last = revisions[0]?.at ?? release.createdAt;
  const isLeft = before.by !== next.by || Date.now() - savedAt >= STEP_MS || savedAt - Date.parse(last) >= STEP_MS;
  if (always === 'always' || before.state !== 'saved' || isLeft)
    portal.data.revisions.set(release.id, [before, ...revisions]);
}

/** Adds the calls about earlier texts of press releases. */
export function pressReleaseRevisionCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  const find = (id: string) => requireRecord(portal.data.pressReleases, id, 'press release');
  const all = (id: string) => [currentRevision(find(id)), ...(portal.data.revisions.get(id) ?? [])];
  const read = (id: string, number: string) => {
    const revision = all(id).find((each) => each.number === Number(number));
    const detail = 'There is no such revision of this press release. It may have been removed in favor of newer ones.';
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
    assertIfMatch(request, release);
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

/** Adds the calls that save a press release as it is being written. */
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
    assertIfMatch(request, release);
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
    assertIfMatch(request, release);
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

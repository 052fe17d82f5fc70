import {
  type AdminPressRelease,
  type AdminPressReleaseListQuery,
  addressOf,
  inPlainLetters,
  type PressReleaseApproval,
  type PressReleaseChange,
  type PressReleaseRevisionText,
  type PressReleaseText,
  pictureWidths,
  readPicture,
} from '@cytocomm/contract';
import { z } from 'zod';
import { buildPressRelease } from '../builders.ts';
import { type Answers, readForm } from './answer.ts';
import { moveIntoBin } from './bin-calls.ts';
import { add, by, cutPage, listed, now, requireRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';
import { namedGroups } from './user-calls.ts';

const listing = {
  texts: ({ title, author }: AdminPressRelease) => [title, author],
  fits: ({ status, approval }: AdminPressRelease, query: AdminPressReleaseListQuery) =>
    (query.status === undefined || status === query.status) &&
    (query.approval === undefined || approval?.state === query.approval),
  orders: {
    title: ({ title }: AdminPressRelease) => inPlainLetters(title),
    date: ({ date }: AdminPressRelease) => date ?? '9999',
    author: by('author'),
    createdAt: by('createdAt'),
    updatedAt: by('updatedAt'),
  },
  sort: '-createdAt',
};

/** Fields of a press release; an undefined one is taken away. */
type Fields = { readonly [Name in keyof AdminPressRelease]?: AdminPressRelease[Name] | undefined };

/** Returns the number of a press release's present version. */
const versionOf = ({ etag }: AdminPressRelease): number => Number(etag.replaceAll('"', ''));

type Plan = Pick<AdminPressRelease, 'status' | 'date' | 'publishAt'> & { readonly timeZone: string | undefined };

/** Returns when a press release appears, by what is wished and what was before. */
function planFor({ status, publishAt, timeZone }: PressReleaseChange, before?: AdminPressRelease): Plan {
  const moment = publishAt === undefined ? before?.publishAt : publishAt && new Date(publishAt).toISOString();
  const zone = timeZone === undefined ? before?.timeZone : (timeZone ?? undefined);
  const planned = { publishAt: moment ?? null, timeZone: moment ? zone : undefined };
  const wished = status ?? before?.status;
  if (wished === 'draft') return { status: wished, date: null, ...planned };
  if (moment && moment > now()) return { status: 'scheduled', date: moment, ...planned };
  if (before?.status === 'published' && publishAt === undefined)
    return { status: before.status, date: before.date, ...planned };
  const date = (publishAt && moment) || now();
  return { status: 'published', date, publishAt: date, timeZone: undefined };
}

/** Returns what a text that is being written says of a press release. */
function written({ groups, publishAt, timeZone, ...text }: PressReleaseText) {
  const moment = publishAt && new Date(publishAt).toISOString();
  const plan = { publishAt: moment, timeZone: moment ? (timeZone ?? undefined) : undefined };
  return { ...text, groups: namedGroups(groups).groups, ...plan };
}

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

/** Adds the calls about press releases. */
export function pressReleaseCalls(portal: FakePortal): Answers {
  const find = (id: string) => requireRecord(portal.data.pressReleases, id, 'press release');
  /** Returns a release and sets its ETag; where a second person approves, with its approval. */
  const shown = (release: AdminPressRelease, headers: Headers): AdminPressRelease => {
    headers.set('ETag', release.etag);
    const { approval = { state: 'none', writers: [] }, ...rest } = release;
    return portal.data.pressReleaseApproval ? { ...rest, approval } : rest;
  };
  /** Returns the version that a request is about. Throws 412 when it is not the present one. */
  const findVersion = (id: string, request: Request) => {
    const release = find(id);
    const header = request.headers.get('if-match') ?? '*';
    if (header !== '*' && header !== release.etag)
      throw new Refusal('precondition-failed', 'Somebody else just changed this press release.', {
        headers: { ETag: release.etag },
      });
    return release;
  };
  /** Stores the next version of a release, and keeps the text that it replaces. */
  const store = (release: AdminPressRelease, next: Fields, changedBy: string) => {
    const before = { ...currentRevision(release), isCurrent: false };
    const { title = before.title, content = before.content } = next.pending ?? next;
    const isKept = before.title + before.content !== '' && (title !== before.title || content !== before.content);
    if (isKept) portal.data.revisions.set(release.id, [before, ...(portal.data.revisions.get(release.id) ?? [])]);
    const version = { changedBy, updatedAt: now(), etag: `"${versionOf(release) + 1}"` };
    Object.assign(release, next, version);
    return release;
  };
  const write = (text: Fields, author: string) => {
    const times = { createdAt: now(), updatedAt: now() };
    const fields = { ...times, author, changedBy: author, mailing: text.sendEmail ? 'wanted' : 'none' } as const;
    return add(portal.data.pressReleases, Object.assign(buildPressRelease(fields), text));
  };
  /** Saves a text: as the draft, or beside what is published. */
  const save = (release: AdminPressRelease, text: PressReleaseText, savedBy: string) => {
    const next = written(text);
    const mailing = text.sendEmail ? ('wanted' as const) : ('none' as const);
    const isDraft = release.status === 'draft';
    return store(release, isDraft ? { ...next, mailing } : { pending: { ...next, savedAt: now(), savedBy } }, savedBy);
  };
  const approve = (
    { params, request, headers }: { params: { id: string }; request: Request; headers: Headers },
    approval: Omit<PressReleaseApproval, 'writers'>,
  ) => {
    const release = findVersion(params.id, request);
    release.approval = { writers: [], ...release.approval, ...approval };
    return shown(release, headers);
  };
  const revisionsOf = (id: string) => [currentRevision(find(id)), ...(portal.data.revisions.get(id) ?? [])];
  const revision = (id: string, number: string) => {
    const found = revisionsOf(id).find((each) => String(each.number) === number);
    if (found === undefined) throw new Refusal('not-found', 'There is no such revision of this press release.');
    return found;
  };
  return {
    listPressReleases: ({ query }) => {
      const { target = 'public' } = query;
      const published = portal.data.pressReleases.filter((each) => each.status === 'published');
      const found = published.filter((each) => each.target.includes(target));
      return cutPage(
        listed(found, { sort: '-date' }, listing).map((each) => ({ ...each, date: each.date ?? '' })),
        query,
      );
    },
    readPressRelease: ({ params, headers }) => shown(find(params.id), headers),
    listAllPressReleases: ({ query }) => {
      const { items, ...page } = cutPage(listed(portal.data.pressReleases, query, listing), query);
      return { ...page, items: items.map(({ mails: _, ...release }) => shown(release, new Headers())) };
    },
    readPressReleaseState: ({ params, headers }) => {
      const release = find(params.id);
      const mails = { recipients: release.recipients, sent: release.recipients, waiting: 0, failed: 0 };
      return { mails, ...shown(release, headers) };
    },
    writePressRelease: ({ person, body, headers }) => {
      const { groups, ...text } = body;
      return shown(write({ ...text, ...namedGroups(groups), ...planFor(body) }, person.email), headers);
    },
    changePressRelease: ({ person, params, body, request, headers }) => {
      const release = findVersion(params.id, request);
      const { groups = release.groups, ...change } = body;
      const plan = planFor(body, release);
      const isOut = release.status === 'published' && plan.status === 'published';
      const isText = body.title !== undefined || body.content !== undefined;
      const next = { ...change, ...plan, groups: namedGroups(groups).groups, ...(isOut && { updated: now() }) };
      const ended = { ...(isText && { pending: undefined }), ...(plan.status !== 'draft' && { approval: undefined }) };
      return shown(store(release, { ...next, ...ended }, person.email), headers);
    },
    startPressReleaseDraft: ({ person, body, headers }) =>
      shown(write({ ...written(body), status: 'draft', date: null }, person.email), headers),
    savePressReleaseText: ({ person, params, body, request, headers }) => {
      const release = findVersion(params.id, request);
      return shown(save(release, body, person.email), headers);
    },
    discardPressReleaseText: ({ person, params, request, headers }) => {
      const release = findVersion(params.id, request);
      const { title, content } = release;
      const next = { title, content, pending: undefined, approval: undefined };
      return shown(store(release, next, person.email), headers);
    },
    deletePressRelease: ({ params, request }) => {
      const release = findVersion(params.id, request);
      moveIntoBin(portal, { ...release, kind: 'press-release' }, portal.data.pressReleases, release);
    },
    sendTestMail: ({ params }) => void find(params.id),
    askForApproval: ({ person, body, ...call }) =>
      approve(call, { state: 'asked', askedBy: person.email, askedAt: now(), note: body.note }),
    withdrawApproval: (call) => approve(call, { state: 'none' }),
    approvePressRelease: ({ person, body, ...call }) =>
      approve(call, { state: 'approved', by: person.email, at: now(), note: body.note }),
    declinePressRelease: ({ person, body, ...call }) =>
      approve(call, { state: 'declined', by: person.email, at: now(), note: body.note }),
    listPressReleaseRevisions: ({ params }) => ({ items: revisionsOf(params.id) }),
    readPressReleaseRevision: ({ params }) => revision(params.id, params.number),
    restorePressReleaseRevision: ({ person, params, request, headers }) => {
      const release = findVersion(params.id, request);
      const { title, content } = revision(params.id, params.number);
      const { target, groups, sendEmail, publishAt, timeZone } = release.pending ?? release;
      const text = { title, content, target, groups, sendEmail, publishAt, timeZone };
      return shown(save(release, text, person.email), headers);
    },
  };
}

/** Adds the calls about pictures, which the fake has in one form only: as they were uploaded, of one size. */
export function pictureCalls(portal: FakePortal): Answers {
  return {
    readPicture: ({ params }) => {
      const { id, width, bytes } = requireRecord(portal.data.pictures, params.id, 'picture');
      if (!pictureWidths(width).includes(Number(params.width)))
        throw new Refusal('not-found', 'There is no such picture.');
      return new Response(bytes, { headers: { 'content-type': 'image/jpeg', etag: `"${id}"` } });
    },
    uploadPicture: async ({ request }) => {
      const { file } = await readForm(request, z.object({}));
      const bytes = new Uint8Array(await file.arrayBuffer());
      const [width, height] = [1600, 1000];
      const id = String(portal.data.pictures.length + 1).padStart(24, 'c');
      portal.data.pictures.push({ id, width, height, bytes });
      return { id, url: addressOf(readPicture, { id, width: String(width) }), width, height };
    },
  };
}

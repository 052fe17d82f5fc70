import {
  type AdminPressRelease,
  type AdminPressReleaseListQuery,
  changePressRelease,
  deletePressRelease,
  listAllPressReleases,
  listPressReleases,
  type PressReleaseOrder,
  type PressReleaseSort,
  type PressReleaseTarget,
  readPressRelease,
  readPressReleaseState,
  sendTestMail,
  textOfHtml,
  writePressRelease,
} from '@cytocomm/contract';
import { buildPressRelease } from '../builders.ts';
import { everybody, roles } from './access.ts';
import type { Answer } from './answer.ts';
import { putIntoBin } from './bin-calls.ts';
import { assertNotPublic, isInGroups, namedGroups } from './groups.ts';
import {
  approvalAfterEdit,
  assertApproved,
  isNewToReaders,
  storeApproval,
  withApproval,
} from './press-release-approval-calls.ts';
import { assertIfMatch, assertWhole, nextEtag, planFor } from './press-release-plan.ts';
import { keepRevision } from './press-release-text-calls.ts';
import { cutPage, fold, holdsWords, newestFirst, once, orderBy, removeRecord, requireRecord } from './records.ts';
import { forbidden, invalidFields, notSignedIn } from './refusal.ts';
import type { FakePortal, FakeUser } from './state.ts';

/** Whether a press release is one of those that a list asks for. */
function isFound({ title, author, status, approval }: AdminPressRelease, query: AdminPressReleaseListQuery): boolean {
  return (
    (query.status === undefined || status === query.status) &&
    (query.approval === undefined || approval?.state === query.approval) &&
    holdsWords([title, author], query.search ?? '')
  );
}

const ORDERS: Readonly<Record<PressReleaseOrder, (release: AdminPressRelease) => string>> = {
  title: ({ title }) => fold(title),
  date: ({ date }) => date ?? '9999-12-31T23:59:59.999Z',
  author: ({ author }) => author,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
};

const releaseOrder = (sort: PressReleaseSort = '-createdAt') => orderBy(ORDERS, sort, ({ id }) => id);

const WHAT = 'press release';

const refuseField = (field: string, message: string) => invalidFields([{ path: `body.${field}`, message }]);

function assertText(content: string): void {
  if (textOfHtml(content) === '') throw refuseField('content', 'holds no text');
}

const withoutGroups = <Text extends { readonly groups?: unknown }>({ groups: _, ...text }: Text) => text;

/** Adds the calls about press releases. */
export function pressReleaseCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  const isAdmin = (person: FakeUser | null) => person?.roles.includes('admin') === true;
  const find = (id: string) => requireRecord(portal.data.pressReleases, id, WHAT);
  const mayRead = (person: FakeUser | null, target: PressReleaseTarget) =>
    target === 'public' || isAdmin(person) || person?.roles.includes('investor') === true;
  const published = (person: FakeUser | null) =>
    portal.data.pressReleases
      .flatMap(({ id, title, content, target, groups, status, date, updated }) =>
        status === 'published' && date !== null && isInGroups(person, { groups })
          ? [{ id, title, content, target, date, ...(updated !== undefined && { updated }) }]
          : [],
      )
      .toSorted(newestFirst('date'));

  answer(listPressReleases, everybody, ({ person, query }) => {
    const { target = 'public' } = query;
    if (!mayRead(person, target)) throw person === null ? notSignedIn() : forbidden();
    return cutPage(
      published(person).filter((release) => release.target.includes(target)),
      query,
    );
  });

  answer(readPressRelease, everybody, ({ person, params, headers }) => {
    const readable = published(person).filter(({ target }) => target.some((each) => mayRead(person, each)));
    const release = isAdmin(person) ? find(params.id) : requireRecord(readable, params.id, WHAT);
    headers.set('ETag', find(params.id).etag);
    return release;
  });

  answer(listAllPressReleases, admin, ({ query }) => {
    const found = portal.data.pressReleases
      .filter((release) => isFound(release, query))
      .toSorted(releaseOrder(query.sort));
    return cutPage(
      found.map(({ mails: _, ...release }) => withApproval(portal, release)),
      query,
    );
  });

  answer(readPressReleaseState, admin, ({ params, headers }) => {
    const release = find(params.id);
    headers.set('ETag', release.etag);
    const { recipients } = release;
    return { mails: { recipients, sent: recipients, waiting: 0, failed: 0 }, ...withApproval(portal, release) };
  });

  answer(writePressRelease, admin, (call) => {
    const { sendEmail = false, status, publishAt, timeZone, ...text } = call.body;
    assertNotPublic(text, text.target.includes('public'));
    const plan = planFor({ status, publishAt, timeZone }, undefined);
    assertText(text.content);
    if (plan.status !== 'draft') assertApproved(portal, undefined, undefined);
    const now = new Date().toISOString();
    const mailing = sendEmail ? 'wanted' : 'none';
    const release = once(portal, call, call.body, portal.data.pressReleases, () =>
      buildPressRelease({
        ...withoutGroups(text),
        ...namedGroups(text),
        ...plan,
        sendEmail,
        mailing,
        author: call.person.email,
        changedBy: call.person.email,
        createdAt: now,
        updatedAt: now,
      }),
    );
    call.headers.set('ETag', release.etag);
    return withApproval(portal, release);
  });

  answer(changePressRelease, admin, ({ person, params, body, request, headers }) => {
    const release = find(params.id);
    assertIfMatch(request, release);
    const { groups = release.groups, ...change } = body;
    assertNotPublic({ groups }, (body.target ?? release.target).includes('public'));
    const plan = planFor(body, release);
    if (body.content !== undefined) assertText(body.content);
    const etag = nextEtag(release);
    const { title = release.title, content = release.content, target = release.target } = body;
    const text = { title, content, target, sendEmail: body.sendEmail ?? release.sendEmail };
    if (plan.status === 'draft')
      storeApproval(portal, release, approvalAfterEdit(release, { ...text, ...plan }, person.email));
    else {
      assertWhole(text);
      if (isNewToReaders(release, text, plan.date))
        assertApproved(portal, release, { ...text, date: plan.date, isTimed: typeof body.publishAt === 'string' });
      delete release.approval;
    }
    if (body.title !== undefined || body.content !== undefined) {
      keepRevision(portal, release, { title, content, by: person.email }, 'always');
      delete release.pending;
    }
    delete release.groups;
    const updatedAt = new Date().toISOString();
    const isOut = release.status === 'published' && plan.status === 'published';
    const shown = [release.title, release.content, release.target.join(), release.date];
    const isSeen = isOut && shown.join() !== [title, content, target.join(), plan.date].join();
    if (!isOut) delete release.updated;
    Object.assign(release, change, namedGroups({ groups }), plan, isSeen && { updated: updatedAt }, {
      updatedAt,
      changedBy: person.email,
      etag,
    });
    headers.set('ETag', etag);
    return withApproval(portal, release);
  });

  answer(deletePressRelease, admin, ({ params, request }) => {
    const release = find(params.id);
    assertIfMatch(request, release);
    portal.data.pressReleases = removeRecord(portal.data.pressReleases, params.id, WHAT);
    const { id, title } = release;
    putIntoBin(portal, { kind: 'press-release', id, title }, () => void portal.data.pressReleases.push(release));
  });

  answer(sendTestMail, admin, ({ params }) => {
    find(params.id);
  });
}

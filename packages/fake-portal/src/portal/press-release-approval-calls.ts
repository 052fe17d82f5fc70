import {
  type AdminPressRelease,
  approvePressRelease,
  askForApproval,
  declinePressRelease,
  type PressReleaseApproval,
  withdrawApproval,
} from '@cytocomm/contract';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { assertConditional, assertIfMatch, assertWhole } from './press-release-plan.ts';
import { requireRecord } from './records.ts';
import { invalidFields, Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const NONE: PressReleaseApproval = { state: 'none', writers: [] };
const needed = (detail: string) => new Refusal('approval-needed', detail);

/** Returns who saved something of a release since it was last approved. */
function writersOf({ approval, status, pending, changedBy, author }: AdminPressRelease): readonly string[] {
  if (approval !== undefined) return approval.writers;
  return status === 'draft' || pending ? [changedBy ?? author] : [];
}

/** Returns a release as admins see it: with its approval where a second person approves. */
export function withApproval(portal: FakePortal, release: AdminPressRelease): AdminPressRelease {
  const { approval, ...rest } = release;
  if (!portal.data.pressReleaseApproval) return rest;
  return { ...rest, approval: approval ?? { ...NONE, writers: [...writersOf(release)] } };
}

/** What a second person approves; `publishAt` where a time is compared, too. */
type Words = Pick<AdminPressRelease, 'title' | 'content' | 'target' | 'sendEmail'>;
type Planned = Words & Pick<AdminPressRelease, 'publishAt'>;

const wordsOf = ({ title, content, target, sendEmail }: Words) =>
  JSON.stringify([title, content, target.toSorted(), sendEmail]);

/** Returns the approval after an edit; an edit that changes nothing leaves it as it is. */
export function approvalAfterEdit(release: AdminPressRelease, next: Planned, by: string): PressReleaseApproval {
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
  approval: PressReleaseApproval | undefined,
): void {
  if (portal.data.pressReleaseApproval && approval !== undefined) Object.assign(release, { approval });
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
  if (!portal.data.pressReleaseApproval) return;
  if (release?.approval?.state === 'outdated')
    throw needed('The text was changed after it had been approved. Ask for approval of this version.');
  if (release?.approval?.state !== 'approved')
    throw needed(
      'Another admin has to approve this version before it is published or scheduled. Ask for approval first.',
    );
  if (next !== undefined && !isSameAs(release.pending ?? release, next))
    throw needed('This differs from the approved version. Title, text, readers, mails and time must be the same.');
}

const conflict = (detail: string) => new Refusal('conflict', detail);

/** Adds the calls by which a second person approves press releases. */
export function pressReleaseApprovalCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');

  /** Returns a release and its approval; refuses as the server does. */
  const findUnchanged = (id: string, request: Request) => {
    assertConditional(request);
    if (!portal.data.pressReleaseApproval)
      throw conflict('Press releases need no approval here: the setting RELEASE_APPROVAL is off.');
    const release = requireRecord(portal.data.pressReleases, id, 'press release');
    assertIfMatch(request, release);
    const { approval = { state: 'none' as const, writers: [] } } = withApproval(portal, release);
    return { release, approval };
  };
  /** Refuses a release that needs no approval, or that readers could not read. */
  const assertToApprove = (release: AdminPressRelease) => {
    if (release.status !== 'draft' && release.pending === undefined)
      throw conflict(
        release.status === 'scheduled'
          ? 'It is already scheduled as approved. Save another time or text first, then ask.'
          : 'This text is already published, so there is nothing to approve.',
      );
    assertWhole(release.pending ?? release);
  };
  const approvedBefore = ({ by }: PressReleaseApproval) => conflict(`${by} has approved this version already.`);
  const shown = (release: AdminPressRelease, headers: Headers) => {
    headers.set('ETag', release.etag);
    return withApproval(portal, release);
  };
  const store = (release: AdminPressRelease, approval: PressReleaseApproval, headers: Headers) => {
    Object.assign(release, { approval });
    return shown(release, headers);
  };
  const assertOne = (request: Request) => {
    if (request.headers.get('if-match') === '*')
      throw invalidFields([{ path: 'header.If-Match', message: 'the ETag of one version, not *' }]);
  };
  const assertOther = ({ writers }: PressReleaseApproval, email: string) => {
    if (writers.includes(email))
      throw conflict('You wrote in it since it was last approved, so another admin must answer.');
  };

  answer(askForApproval, admin, ({ person, params, body, request, headers }) => {
    const { release, approval } = findUnchanged(params.id, request);
    assertToApprove(release);
    if (approval.state === 'asked') return shown(release, headers);
    if (approval.state === 'approved') throw approvedBefore(approval);
    const others = portal.data.users.filter(
      ({ email, roles: theirs }) => theirs.includes('admin') && !approval.writers.includes(email),
    );
    if (others.length === 0)
      throw conflict(
        'There is no other admin who could approve it. Make another person an admin under Users, then ask again.',
      );
    const pending = { state: 'asked' as const, askedBy: person.email, askedAt: new Date().toISOString() };
    return store(release, { ...pending, writers: approval.writers, ...(body.note && { note: body.note }) }, headers);
  });

  answer(withdrawApproval, admin, ({ params, query, request, headers }) => {
    const { release, approval } = findUnchanged(params.id, request);
    if (release.approval === undefined || approval.state === 'none') return shown(release, headers);
    if (query.state !== undefined && approval.state !== query.state)
      throw conflict('The approval changed meanwhile. Reload, then choose what to withdraw.');
    return store(release, { state: 'none', writers: approval.writers }, headers);
  });

  answer(approvePressRelease, admin, ({ person, params, body, request, headers }) => {
    assertOne(request);
    const { release, approval } = findUnchanged(params.id, request);
    assertToApprove(release);
    if (approval.state === 'approved' && approval.by === person.email) return shown(release, headers);
    if (approval.state === 'approved') throw approvedBefore(approval);
    assertOther(approval, person.email);
    const { note: _, ...rest } = approval;
    const answered = { state: 'approved' as const, by: person.email, at: new Date().toISOString() };
    return store(release, { ...rest, ...answered, ...(body.note && { note: body.note }) }, headers);
  });

  answer(declinePressRelease, admin, ({ person, params, body, request, headers }) => {
    assertOne(request);
    const { release, approval } = findUnchanged(params.id, request);
    if (approval.state === 'approved') throw approvedBefore(approval);
    if (approval.state !== 'asked') throw conflict('No approval is pending for this press release.');
    assertOther(approval, person.email);
    const answered = { state: 'declined' as const, by: person.email, at: new Date().toISOString(), note: body.note };
    return store(release, { ...approval, ...answered }, headers);
  });
}

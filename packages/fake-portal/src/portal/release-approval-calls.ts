import {
  type AdminPressRelease,
  approvePressRelease,
  askForApproval,
  declinePressRelease,
  type ReleaseApproval,
  withdrawApproval,
} from '@cytocomm/contract';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { requireRecord } from './records.ts';
import { invalidFields, Refusal } from './refusal.ts';
import { withApproval } from './release-approval.ts';
import { assertConditional, assertMeant } from './release-etag.ts';
import { assertWhole } from './release-whole.ts';
import type { FakePortal } from './state.ts';

const conflict = (detail: string) => new Refusal('conflict', detail);

/** The calls by which a second person approves press releases. */
export function releaseApprovalCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');

  /** Returns a release and its approval; refuses as the server does. */
  const meant = (id: string, request: Request) => {
    assertConditional(request);
    if (!portal.data.releaseApproval)
      throw conflict('No second person approves releases here: the setting RELEASE_APPROVAL is off.');
    const release = requireRecord(portal.data.pressReleases, id, 'press release');
    assertMeant(request, release);
    const { approval = { state: 'none' as const, writers: [] } } = withApproval(portal, release);
    return { release, approval };
  };
  /** Refuses what nobody has to approve, and what readers could not read. */
  const assertToApprove = (release: AdminPressRelease) => {
    if (release.status !== 'draft' && release.pending === undefined)
      throw conflict(
        release.status === 'scheduled'
          ? 'It is scheduled as it was approved. Save another time or text, then ask.'
          : 'Readers have this text already: there is nothing to approve.',
      );
    assertWhole(release.pending ?? release);
  };
  const approvedBefore = ({ by }: ReleaseApproval) => conflict(`${by} has approved this version already.`);
  const shown = (release: AdminPressRelease, headers: Headers) => {
    headers.set('ETag', release.etag);
    return withApproval(portal, release);
  };
  const store = (release: AdminPressRelease, approval: ReleaseApproval, headers: Headers) => {
    Object.assign(release, { approval });
    return shown(release, headers);
  };
  const assertOne = (request: Request) => {
    if (request.headers.get('if-match') === '*')
      throw invalidFields([{ path: 'header.If-Match', message: 'the ETag of one version, not *' }]);
  };
  const assertOther = ({ writers }: ReleaseApproval, email: string) => {
    if (writers.includes(email))
      throw conflict('You wrote in it since it was last approved, so another admin has to answer.');
  };

  answer(askForApproval, admin, ({ person, params, body, request, headers }) => {
    const { release, approval } = meant(params.id, request);
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
    const asked = { state: 'asked' as const, askedBy: person.email, askedAt: new Date().toISOString() };
    return store(release, { ...asked, writers: approval.writers, ...(body.note && { note: body.note }) }, headers);
  });

  answer(withdrawApproval, admin, ({ params, query, request, headers }) => {
    const { release, approval } = meant(params.id, request);
    if (release.approval === undefined || approval.state === 'none') return shown(release, headers);
    if (query.state !== undefined && approval.state !== query.state)
      throw conflict('Somebody answered or asked meanwhile. Look at it, then say what is to be taken back.');
    return store(release, { state: 'none', writers: approval.writers }, headers);
  });

  answer(approvePressRelease, admin, ({ person, params, body, request, headers }) => {
    assertOne(request);
    const { release, approval } = meant(params.id, request);
    assertToApprove(release);
    if (approval.state === 'approved' && approval.by === person.email) return shown(release, headers);
    if (approval.state === 'approved') throw approvedBefore(approval);
    assertOther(approval, person.email);
    const { note: _, ...rest } = approval;
    const given = { state: 'approved' as const, by: person.email, at: new Date().toISOString() };
    return store(release, { ...rest, ...given, ...(body.note && { note: body.note }) }, headers);
  });

  answer(declinePressRelease, admin, ({ person, params, body, request, headers }) => {
    assertOne(request);
    const { release, approval } = meant(params.id, request);
    if (approval.state === 'approved') throw approvedBefore(approval);
    if (approval.state !== 'asked') throw conflict('No approval is pending for this press release.');
    assertOther(approval, person.email);
    const given = { state: 'declined' as const, by: person.email, at: new Date().toISOString(), note: body.note };
    return store(release, { ...approval, ...given }, headers);
  });
}

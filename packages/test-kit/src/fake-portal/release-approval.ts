import type { AdminPressRelease, ReleaseApproval } from '@cytocomm/contract';
import { Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const NONE: ReleaseApproval = { state: 'none', writers: [] };

/** Returns a release as admins see it: with its approval where a second person approves. */
export function withApproval(portal: FakePortal, release: AdminPressRelease): AdminPressRelease {
  const { approval, ...rest } = release;
  if (!portal.data.releaseApproval) return rest;
  const writers = release.status === 'draft' || release.pending ? [release.changedBy ?? release.author] : [];
  return { ...rest, approval: approval ?? { ...NONE, writers } };
}

/** Returns what an edit makes of an approval. */
export function approvalAfterEdit({ approval }: AdminPressRelease, by: string): ReleaseApproval {
  if (approval?.state === 'approved') return { ...approval, state: 'outdated', writers: [by] };
  return { ...NONE, ...approval, writers: [...new Set([...(approval?.writers ?? []), by])] };
}

/** Refuses what appears without an approval. */
export function assertApproved(portal: FakePortal, release: AdminPressRelease | undefined): void {
  if (!portal.data.releaseApproval || release?.approval?.state === 'approved') return;
  const detail =
    release?.approval?.state === 'outdated'
      ? 'The text was changed after it had been approved. Ask for approval of this version.'
      : 'Another admin has to approve this version before it is published or scheduled. Ask for approval first.';
  throw new Refusal('approval-needed', detail);
}

import type { AdminPressRelease } from '@cytocomm/contract';
import type { ReleaseDraft } from './release-draft.ts';

/** What is known of a release that is stored. */
export interface KnownRelease {
  readonly id: string;
  readonly etag: string;
  readonly status: AdminPressRelease['status'];
  readonly updatedAt: string;
  /** The text of that version. */
  readonly base: ReleaseDraft;
}

/** Returns what is known of a release as the server answered with it, whose text is `base`. */
export const knownOf = (release: AdminPressRelease, base: ReleaseDraft): KnownRelease => ({
  id: release.id,
  etag: release.etag,
  status: release.status,
  updatedAt: release.updatedAt,
  base,
});

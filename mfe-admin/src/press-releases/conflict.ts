import type { AdminPressRelease } from '@cytocomm/contract';
import type { ReleaseDraft } from './release-draft.ts';

/** Where two texts meet: while the person writes, or is about to publish, or to ask for or give an approval. */
export type MeetingPlace = 'writing' | 'publishing' | 'approval';

/** Somebody else saved another text first. */
export interface Conflict {
  readonly theirs: AdminPressRelease;
  /** The text that both began with. */
  readonly base: ReleaseDraft;
  /** The other one published, planned or withdrew it. */
  readonly isMoved: boolean;
  /** What the person was about to do, and has not done. */
  readonly at: MeetingPlace;
}

/**
 * Where two texts were made one; `theirs`: the other one was taken in place of what the person had only read when they answered,
 * `present`: while they read.
 */
export type Merged = MeetingPlace | 'theirs' | 'present' | null;

import type { AdminPressRelease } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { problemMessage } from '@cytocomm/portal-api';
import type { SaveOutcome } from './autosave.ts';
import type { PressReleaseDraft } from './press-release-draft.ts';

/** The statuses of a draft that is not stored: it is malformed, too long, not the one of its key, or was deleted since. */
const NOT_STORED: readonly number[] = [400, 413, 422, 409];

/** Whether a new draft was refused for what it says: nothing of it is stored. */
export const isNotStored = (error: unknown): boolean => isApiProblem(error) && NOT_STORED.includes(error.status);

/** Whether there is no such release any more. */
export const isDeleted = (error: unknown): boolean => isApiProblem(error) && error.status === 404;

/** Returns the outcome of a refusal that is not about versions. */
export function failureOf(error: unknown): Extract<SaveOutcome, { kind: 'failed' }> {
  const status = isApiProblem(error) ? error.status : 0;
  return { kind: 'failed', reason: problemMessage(error), isPassing: status === 0 || status === 429 || status >= 500 };
}

/** Where two texts meet: while the person writes, or is about to publish, or to ask for or give an approval. */
export type MeetingPlace = 'writing' | 'publishing' | 'approval';

/** Somebody else saved another text first. */
export interface Conflict {
  readonly theirs: AdminPressRelease;
  /** The text that both began with. */
  readonly base: PressReleaseDraft;
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

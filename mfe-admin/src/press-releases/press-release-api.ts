import {
  changePressRelease,
  deletePressRelease,
  discardPressReleaseText,
  listAllPressReleases,
  readPressReleaseState,
  savePressReleaseText,
  sendTestMail,
  startPressReleaseDraft,
} from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { endpoint, mutation, pages, problemMessage } from '@cytocomm/portal-api';
import type { SaveOutcome } from './autosave.ts';

/** The address of the bin with its press releases. */
export const BIN_ADDRESS = '/dashboard/admin/bin?kind=press-release';

const tags = ['PressRelease'] as const;

export const { useInfiniteQuery: usePressReleasePages } = pages(listAllPressReleases, { tags });
export const { useQuery: usePressRelease, useLazyQuery: useReadPressRelease } = endpoint(readPressReleaseState, {
  tags,
});
export const { useMutation: useStartDraft } = mutation(startPressReleaseDraft, { tags });
// What saves itself reads nothing again: the live connection tells lists.
export const { useMutation: useSaveText } = mutation(savePressReleaseText);
export const { useMutation: useDiscardText } = mutation(discardPressReleaseText, { tags });
export const { useMutation: useChangePressRelease } = mutation(changePressRelease, { tags, evenIfRefused: true });
export const { useMutation: useDeletePressRelease } = mutation(deletePressRelease, {
  tags: [...tags, 'Bin'],
  evenIfRefused: true,
});
export const { useMutation: useTestMail } = mutation(sendTestMail);

/** The statuses of a draft that is not stored: it is malformed, too long, not the one of its key, or was deleted since. */
const NOT_STORED: readonly number[] = [400, 413, 422, 409];

/** Whether a new draft was refused for what it says: nothing of it is stored. */
export const isNotStored = (error: unknown): boolean => isApiProblem(error) && NOT_STORED.includes(error.status);

/** Returns the outcome of a refusal that is not about versions. */
export function failureOf(error: unknown): Extract<SaveOutcome, { kind: 'failed' }> {
  const status = isApiProblem(error) ? error.status : 0;
  return { kind: 'failed', reason: problemMessage(error), isPassing: status === 0 || status === 429 || status >= 500 };
}

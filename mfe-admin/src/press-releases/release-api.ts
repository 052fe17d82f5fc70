import {
  changePressRelease,
  deletePressRelease,
  discardReleaseText,
  listAllPressReleases,
  readPressReleaseState,
  saveReleaseText,
  sendTestMail,
  startReleaseDraft,
} from '@cytocomm/contract';
import { endpoint, mutation, pages } from '@cytocomm/portal-api';

const tags = ['PressRelease'] as const;

export const { useInfiniteQuery: useReleasePages } = pages(listAllPressReleases, { tags });
export const { useQuery: useRelease, useLazyQuery: useReadRelease } = endpoint(readPressReleaseState, { tags });
export const { useMutation: useStartDraft } = mutation(startReleaseDraft, { tags });
// What saves itself reads nothing again: the live connection tells lists.
export const { useMutation: useSaveText } = mutation(saveReleaseText);
export const { useMutation: useDiscardText } = mutation(discardReleaseText, { tags });
export const { useMutation: useChangeRelease } = mutation(changePressRelease, { tags, evenIfRefused: true });
export const { useMutation: useDeleteRelease } = mutation(deletePressRelease, {
  tags: [...tags, 'Bin'],
  evenIfRefused: true,
});
export const { useMutation: useTestMail } = mutation(sendTestMail);

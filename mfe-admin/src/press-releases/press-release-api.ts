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
import { endpoint, mutation, pages } from '@cytocomm/portal-api';

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

import {
  changePressRelease,
  deletePressRelease,
  listAllPressReleases,
  readPressReleaseState,
  sendTestMail,
  writePressRelease,
} from '@cytocomm/contract';
import { endpoint, mutation, pages } from '@cytocomm/portal-api';

const tags = ['PressRelease'] as const;

export const { useInfiniteQuery: useReleasePages } = pages(listAllPressReleases, { tags });
export const { useQuery: useRelease, useLazyQuery: useReadRelease } = endpoint(readPressReleaseState, { tags });
export const { useMutation: useWriteRelease } = mutation(writePressRelease, { tags });
export const { useMutation: useChangeRelease } = mutation(changePressRelease, { tags, evenIfRefused: true });
export const { useMutation: useDeleteRelease } = mutation(deletePressRelease, {
  tags: [...tags, 'Bin'],
  evenIfRefused: true,
});
export const { useMutation: useTestMail } = mutation(sendTestMail);

import {
  addPasskey,
  beginPasskey,
  createRecoveryCodes,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '@cytocomm/contract';
import { endpoint, mutation, remoteTags } from '@cytocomm/portal-api';

const tags = [remoteTags('mfe-auth', ['Passkey']).Passkey];

export const { useQuery: usePasskeys } = endpoint(listPasskeys, { tags });
export const { useMutation: useBeginPasskey } = mutation(beginPasskey);
// The first one ends all other sessions.
export const { useMutation: useAddPasskey } = mutation(addPasskey, { tags: [...tags, 'AuthSession'] });
export const { useMutation: useRenamePasskey } = mutation(renamePasskey, { tags });
export const { useMutation: useRemovePasskey } = mutation(removePasskey, { tags, evenIfRefused: true });
export const { useMutation: useCreateRecoveryCodes } = mutation(createRecoveryCodes, { tags });

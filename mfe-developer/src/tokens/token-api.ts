import { listTeamTokens, mintTeamToken, revokeTeamToken } from '@cytocomm/contract';
import { endpoint, mutation } from '@cytocomm/portal-api';

const tags = ['TeamToken'] as const;

export const { useQuery: useTeamTokens } = endpoint(listTeamTokens, { tags });
export const { useMutation: useMintTeamToken } = mutation(mintTeamToken, { tags });
export const { useMutation: useRevokeTeamToken } = mutation(revokeTeamToken, { tags, evenIfRefused: true });

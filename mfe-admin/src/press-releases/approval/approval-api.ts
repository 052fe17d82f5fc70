import { approvePressRelease, askForApproval, declinePressRelease, withdrawApproval } from '@cytocomm/contract';
import { mutation } from '@cytocomm/portal-api';

const tags = ['PressRelease', 'Notification'] as const;
const options = { tags, evenIfRefused: true };

export const { useMutation: useAskForApproval } = mutation(askForApproval, options);
export const { useMutation: useApproveRelease } = mutation(approvePressRelease, options);
export const { useMutation: useDeclineRelease } = mutation(declinePressRelease, options);
export const { useMutation: useWithdrawApproval } = mutation(withdrawApproval, options);

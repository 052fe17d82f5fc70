import { acknowledgeDocument } from '@cytocomm/contract';
import { mutation } from '@cytocomm/portal-api';

// A refusal may mean that what is shown is old: the document has another file.
export const { useMutation: useAcknowledge } = mutation(acknowledgeDocument, {
  tags: ['Document'],
  evenIfRefused: true,
});

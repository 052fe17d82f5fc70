import { chooseAlertPreferences, readAlertPreferences } from '@cytocomm/contract';
import { endpoint, mutation, portalStore } from '@cytocomm/portal-api';

const preferences = endpoint(readAlertPreferences);

export const { useQuery: useAlertPreferences } = preferences;
export const { useMutation: useChooseAlerts } = mutation(chooseAlertPreferences, {
  // The box is ticked at once; a refusal ticks it back.
  optimistic: ({ body }) => {
    const { updateQueryData } = preferences.api.util;
    return portalStore.dispatch(updateQueryData(preferences.name, undefined, () => body)).undo;
  },
});

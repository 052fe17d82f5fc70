import { useSession } from '@cytocomm/session';
import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { portalApi } from './portal-api.ts';

/** The one store of the page. */
export const portalStore = configureStore({
  reducer: { [portalApi.reducerPath]: portalApi.reducer },
  // The checks of a development build look for faults of hand-written reducers; there are none here, and long lists.
  middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(portalApi.middleware),
});
// Lists are read anew when the connection comes back.
setupListeners(portalStore.dispatch);

// What one person was shown is not the next one's to see, and a preview shows what another role would be given.
let shownTo = useSession.getState().email;
let shownAs = useSession.getState().previewAs;
useSession.subscribe(({ email, previewAs }) => {
  const another = email !== null && shownTo !== null && email !== shownTo;
  if (another || previewAs !== shownAs) portalStore.dispatch(portalApi.util.resetApiState());
  shownTo = email ?? shownTo;
  shownAs = previewAs;
});

/** Provides the one store to the components below; anything that uses a hook of `portalApi` stands in it. */
export function PortalApiProvider({ children }: { readonly children: ReactNode }) {
  return createElement(Provider, { store: portalStore, children });
}

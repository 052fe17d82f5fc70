import { useSession } from '@cytocomm/session';
import {
  configureStore,
  type EnhancedStore,
  type StoreEnhancer,
  type ThunkDispatch,
  type Tuple,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { createElement, type ReactElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { portalApi } from './portal-api.ts';

/** The state of the store. */
type PortalState = { readonly [portalApi.reducerPath]: ReturnType<typeof portalApi.reducer> };

/** The dispatch of thunks besides plain actions. */
type Thunks = { readonly dispatch: ThunkDispatch<PortalState, undefined, UnknownAction> };

/** The one store of the page. */
export const portalStore: EnhancedStore<
  PortalState,
  UnknownAction,
  Tuple<[StoreEnhancer<Thunks>, StoreEnhancer]>
> = configureStore({
  reducer: { [portalApi.reducerPath]: portalApi.reducer },
  // The checks of a development build look for faults of hand-written reducers; there are none here, and long lists.
  middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(portalApi.middleware),
});

setupListeners(portalStore.dispatch, (dispatch, { onFocus, onFocusLost }) => {
  // Polling pauses while the page is hidden; becoming visible reads nothing again.
  const noteVisibility = () => dispatch(document.visibilityState === 'visible' ? onFocus() : onFocusLost());
  globalThis.window?.addEventListener('visibilitychange', noteVisibility);
  // Data of one person must not be shown to the next, nor in a preview of another role.
  let lastEmail = useSession.getState().email;
  return useSession.subscribe(({ email, previewAs }, before) => {
    const isAnother = email !== null && lastEmail !== null && email !== lastEmail;
    lastEmail = email ?? lastEmail;
    if (!isAnother && previewAs === before.previewAs) return;
    dispatch(portalApi.util.resetApiState());
    // The reset also clears the visibility.
    noteVisibility();
  });
});

/** Provides the store to the components below, which is required for hooks of `portalApi`. */
export function PortalApiProvider({ children }: { readonly children: ReactNode }): ReactElement {
  return createElement(Provider, { store: portalStore, children });
}

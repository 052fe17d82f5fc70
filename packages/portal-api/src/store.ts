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

/** What the store holds. */
type PortalState = { readonly [portalApi.reducerPath]: ReturnType<typeof portalApi.reducer> };

/** What may be dispatched, besides plain actions. */
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
  // Polls rest while nobody looks at the page; nothing is read again by coming back to it.
  const noteLook = () => dispatch(document.visibilityState === 'visible' ? onFocus() : onFocusLost());
  globalThis.window?.addEventListener('visibilitychange', noteLook);
  // The next person must not see what the one before was shown; a preview shows what another role is given.
  let lastEmail = useSession.getState().email;
  return useSession.subscribe(({ email, previewAs }, before) => {
    const isAnother = email !== null && lastEmail !== null && email !== lastEmail;
    lastEmail = email ?? lastEmail;
    if (!isAnother && previewAs === before.previewAs) return;
    dispatch(portalApi.util.resetApiState());
    // The reset forgets whether somebody looks.
    noteLook();
  });
});

/** Provides the one store to the components below; anything that uses a hook of `portalApi` stands in it. */
export function PortalApiProvider({ children }: { readonly children: ReactNode }): ReactElement {
  return createElement(Provider, { store: portalStore, children });
}

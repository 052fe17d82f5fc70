import type { Lock, PageData } from '@cytocomm/contract';
import { createContext, useContext } from 'react';
import type { RemoteFailed, RemoteLoader } from './remotes.ts';

/** A page whose markup is there before its component. `outcome` resolves, within a component's deadline, to what failed. */
export interface ArrivingPage {
  readonly path: string;
  readonly outcome: Promise<RemoteFailed | undefined>;
}

/** What this page is composed of and how its parts are had. */
export interface Composition {
  readonly lock: Lock;
  readonly loader: RemoteLoader;
  readonly onFailure: (failure: RemoteFailed) => void;
  /** The page that came as markup, while its component is on its way. */
  readonly arriving?: ArrivingPage;
  /** What the page at this path was prerendered with; pages that come later load their own. */
  readonly prerendered?: { readonly path: string; readonly data: PageData } | undefined;
}

/** Hands the composition to every slot below. */
export const CompositionContext = createContext<Composition | null>(null);

/** The composition of this page. Throws outside of its provider, which is a mistake in the shell. */
export function useComposition(): Composition {
  const composition = useContext(CompositionContext);
  if (!composition) throw new Error('useComposition is used outside of CompositionContext');
  return composition;
}

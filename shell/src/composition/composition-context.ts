import type { Lock, PageData } from '@cytocomm/contract';
import { createContext, useContext } from 'react';
import type { ArrivingPage } from './arriving-page.ts';
import type { ComponentStore } from './component-store.ts';
import type { FailedParts } from './failed-parts.ts';

/** What this page is composed of. */
export interface Composition {
  readonly lock: Lock;
  readonly components: ComponentStore;
  readonly failedParts: FailedParts;
  /** The page that came as markup, while its component is on its way. */
  readonly arriving?: ArrivingPage | undefined;
  /** The names of remotes that are switched off: their code is not loaded. */
  readonly switchedOff?: ReadonlySet<string> | undefined;
  /** What the page at this path was prerendered with; pages that come later load their own. */
  readonly prerendered?: { readonly path: string; readonly data: PageData } | undefined;
  /** Called when the frame of the page is there. */
  readonly onStarted?: (() => void) | undefined;
}

/** Hands the composition to every slot below. */
export const CompositionContext = createContext<Composition | null>(null);

/** The composition of this page. Throws outside of its provider, which is a mistake in the shell. */
export function useComposition(): Composition {
  const composition = useContext(CompositionContext);
  if (!composition) throw new Error('useComposition is used outside of CompositionContext');
  return composition;
}

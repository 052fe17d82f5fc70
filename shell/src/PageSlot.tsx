import type { MatchedRoute } from '@cytocomm/composition';
import type { PageProps } from '@cytocomm/contract';
import { use, useEffect, useMemo } from 'react';
import { useComposition } from './composition/composition-context.ts';
import { Slot } from './composition/Slot.tsx';

const noProps: PageProps = {};

/** Properties of {@link PageSlot}. */
export interface PageSlotProps {
  readonly matched: MatchedRoute;
  /** Called when the slot is there, or has taken over the markup. */
  readonly onAlive: () => void;
}

/**
 * The slot of a page. It suspends until the component of a page that came as markup is there, so that the frame around
 * it is alive meanwhile and the markup stays, also when it cannot be loaded; a Suspense boundary must stand around it.
 */
export function PageSlot({ matched: { release, route }, onAlive }: PageSlotProps) {
  const { arriving, prerendered } = useComposition();
  if (arriving?.path === route.path) use(arriving.arrived);
  useEffect(onAlive, [onAlive]);
  const initialData = route.path === prerendered?.path ? prerendered.data : undefined;
  const props: PageProps = useMemo(() => (initialData ? { initialData } : noProps), [initialData]);
  return <Slot remote={release} component={route.component} props={props} />;
}

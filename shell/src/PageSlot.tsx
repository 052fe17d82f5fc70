import type { MatchedRoute } from '@cytocomm/composition';
import type { PageProps } from '@cytocomm/contract';
import { type RefObject, use, useEffect, useMemo, useState } from 'react';
import { useComponentState, useComposition } from './composition/composition.ts';
import { Slot } from './composition/Slot.tsx';
import { PageIsSlow, PageNotice, SlotFailure, SlotSkeleton } from './frame/index.ts';

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

/** Properties of {@link PageFallback}. */
export interface ArrivingProps {
  readonly matched: MatchedRoute;
}

/** Properties of {@link StalePageNotice}. */
export interface StalePageNoticeProps extends ArrivingProps {
  /** The element of the page. */
  readonly page: RefObject<HTMLElement | null>;
  /** Whether the page's component has taken the markup over. */
  readonly isAlive: boolean;
}

/** Where the load of an arriving page stands, and what a failure is told with. */
function useArrival({ release, route: { component } }: MatchedRoute) {
  const { components } = useComposition();
  const { status } = useComponentState(release, component);
  const failure = { what: release.title, onRetry: () => void components.retry(release, component) };
  return { status, failure };
}

/**
 * Holds a form that is sent before the page's component can take it: it is sent again when that is alive, and by the browser when
 * it has failed. Returns whether one is held.
 */
function useHeldForm({ page, isAlive }: StalePageNoticeProps, hasFailed: boolean): boolean {
  const [held, setHeld] = useState<HTMLFormElement | null>(null);
  useEffect(() => {
    const main = page.current;
    if (isAlive || !main) return;
    const hold = (event: Event) => {
      const { target } = event;
      if (!(target instanceof HTMLFormElement) || target.method !== 'post') return;
      event.preventDefault();
      setHeld(target);
    };
    main.addEventListener('submit', hold, true);
    return () => main.removeEventListener('submit', hold, true);
  }, [page, isAlive]);
  useEffect(() => {
    if (!held || !(isAlive || hasFailed)) return;
    setHeld(null);
    if (isAlive) held.requestSubmit();
    else held.submit();
  }, [held, isAlive, hasFailed]);
  return held !== null;
}

/** Shown over a page that came as markup while its scripts are late or have failed; the page stays, and can be read. */
export function StalePageNotice(props: StalePageNoticeProps) {
  const { status, failure } = useArrival(props.matched);
  const isHeld = useHeldForm(props, status === 'failed');
  if (status === 'failed') return <PageNotice {...failure} />;
  return status === 'slow' || isHeld ? <PageIsSlow /> : null;
}

/** Stands in the place of such a page when its markup had to go, as with a change of the address within the page. */
export function PageFallback({ matched }: ArrivingProps) {
  const { status, failure } = useArrival(matched);
  return status === 'failed' ? <SlotFailure {...failure} /> : <SlotSkeleton isSlow={status === 'slow'} />;
}
